import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate, readMigrations } from "../migrate.ts";
import { openSql } from "../sql-connection.ts";
import { backupFolder, blobFolder, databaseFile } from "./data-files.ts";
import { readMigrationsOf } from "./database-state.ts";
import { prepareDatabase } from "./prepare-database.ts";

const NOW = Date.UTC(2030, 0, 2, 3, 4, 5);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "longhand-prepare-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A database as the first version made it; the names of all migrations. */
async function makeOldDatabase(): Promise<string[]> {
  const all = await readMigrations();
  const [first] = all.migrationDirectories;
  if (!first) throw new Error("there are no migrations");
  await migrate(pathToFileURL(databaseFile(folder)).href, { ...all, migrationDirectories: [first] });
  return all.migrationDirectories.map(({ path: name }) => name);
}

async function execute(sql: string) {
  const database = await openSql(databaseFile(folder));
  await database.all(sql);
  database.close();
}

describe("a database that is lost", () => {
  it("is not made anew where Longhand has run before", async () => {
    await prepareDatabase(folder, NOW);
    await rm(databaseFile(folder));
    const before = await readdir(folder);
    await expect(prepareDatabase(folder, NOW)).rejects.toMatchObject({
      code: "missing",
      message: expect.stringContaining("npm run restore"),
    });
    expect(await readdir(folder)).toEqual(before);
  });

  it("is not made anew in the place of an empty file", async () => {
    await prepareDatabase(folder, NOW);
    await writeFile(databaseFile(folder), "");
    await expect(prepareDatabase(folder, NOW)).rejects.toMatchObject({ code: "missing" });
    expect(await readFile(databaseFile(folder), "utf8")).toBe("");
  });

  it("is made when a first start had come no further than an empty file", async () => {
    await writeFile(databaseFile(folder), "");
    await prepareDatabase(folder, NOW);
    expect(await readMigrationsOf(databaseFile(folder))).toContain("0001_init");
  });
});

it.each([
  ["no database", "This is a letter. ".repeat(100)],
  ["too short", "SQL"],
])("refuses a file that is %s, and leaves it", async (_, content) => {
  await writeFile(databaseFile(folder), content);
  await expect(prepareDatabase(folder, NOW)).rejects.toMatchObject({ code: "corrupt" });
  expect(await readFile(databaseFile(folder), "utf8")).toBe(content);
});

it("refuses a database of another program", async () => {
  await execute("CREATE TABLE notes (text TEXT)");
  await expect(prepareDatabase(folder, NOW)).rejects.toMatchObject({ code: "corrupt" });
});

it("refuses a database of a newer version, and leaves it", async () => {
  await prepareDatabase(folder, NOW);
  await execute("UPDATE _prisma_migrations SET migration_name = '9999_later' WHERE migration_name LIKE '0001%'");
  const before = await readFile(databaseFile(folder));
  await expect(prepareDatabase(folder, NOW)).rejects.toMatchObject({
    code: "newer",
    message: expect.stringContaining("9999_later"),
  });
  expect(before.equals(await readFile(databaseFile(folder)))).toBe(true);
});

describe("a migration", () => {
  it("comes after a copy of the whole database", async () => {
    const [first, second = "", ...rest] = await makeOldDatabase();
    await prepareDatabase(folder, NOW);
    expect(await readdir(backupFolder(folder))).toEqual([`before-${second}-2030-01-02T03-04-05.db`]);
    const copy = path.join(backupFolder(folder), `before-${second}-2030-01-02T03-04-05.db`);
    expect(await readMigrationsOf(copy)).toEqual([first]);
    expect(await readMigrationsOf(databaseFile(folder))).toEqual([first, second, ...rest]);
    await prepareDatabase(folder, NOW + 1_000);
    expect(await readdir(backupFolder(folder))).toHaveLength(1);
  });

  it("does not happen without that copy", async () => {
    const [first] = await makeOldDatabase();
    await mkdir(blobFolder(folder));
    await writeFile(backupFolder(folder), "in the way");
    await expect(prepareDatabase(folder, NOW)).rejects.toMatchObject({ name: "StoreError" });
    expect(await readMigrationsOf(databaseFile(folder))).toEqual([first]);
  });
});
