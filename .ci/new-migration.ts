// Writes the next migration: the SQL that leads from the committed migrations to prisma/schema.prisma.
// npm run migration -- short-name
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { migrate, readMigrations } from "#lib/store/migrate.ts";
import { schemaDifference } from "#lib/store/schema-difference.ts";

const name = process.argv[2] ?? "";
if (!/^[a-z0-9_-]+$/.test(name)) {
  console.error("Give the migration a name of small letters, digits, _ and -, e.g.: npm run migration -- add-labels");
  process.exit(1);
}

const sql = await missingSql();
if (sql === undefined) console.log("The migrations lead to the schema already.");
else console.log(path.relative(process.cwd(), await writeMigration(sql)));

/** The engine reads a starting point only from a real database, so the migrations are applied to an empty one. */
async function missingSql(): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "longhand-migration-"));
  const url = pathToFileURL(path.join(folder, "empty.db")).href;
  try {
    await migrate(url);
    return await schemaDifference(url);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeMigration(content: string): Promise<string> {
  const { baseDir, migrationDirectories } = await readMigrations();
  const number = String(migrationDirectories.length + 1).padStart(4, "0");
  const target = path.join(baseDir, `${number}_${name}`, "migration.sql");
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  return target;
}
