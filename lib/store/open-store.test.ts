import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";
import { schemaDifference } from "./schema-difference.ts";
import { openTemporaryStore, personRow } from "./temporary-store.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "longhand-open-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("applies every migration once, and they lead to the schema", async () => {
  const url = pathToFileURL(path.join(folder, "longhand.db")).href;
  expect((await migrate(url))[0]).toBe("0001_init");
  expect(await migrate(url)).toEqual([]);
  expect(await schemaDifference(url)).toBeUndefined();
});

it("creates the data folder, and finds everything again after it was closed", async () => {
  const dataFolder = path.join(folder, "new", "data ü#?%41");
  const first = await openStore({ dataFolder });
  await first.workspaces.create({ id: "w", name: "Novel", path: "/novel" });
  await first.chats.create({ id: "c", workspaceId: "w" });
  await first.messages.appendNext("c", personRow("p", "hello"));
  await first.close();
  expect(await readdir(dataFolder)).toContain("longhand.db");
  const second = await openStore({ dataFolder });
  expect((await second.messages.path("c")).map((row) => row.id)).toEqual(["p"]);
  expect(await second.counts()).toEqual({ workspaces: 1, chats: 1, messages: 1, requests: 0, blobs: 0 });
  await second.close();
});

it("finishes the writes that were begun before it closes", async () => {
  const { store, newChat, remove } = await openTemporaryStore();
  const chat = await newChat();
  const writes = Array.from({ length: 5 }, (_, index) => store.messages.appendNext(chat, personRow(`p${index}`, "x")));
  const closed = remove();
  expect((await Promise.all(writes)).map((row) => row.seq)).toEqual([1, 2, 3, 4, 5]);
  await closed;
});

it("says that the database is locked when another process keeps it, and goes on afterwards", async () => {
  const { store, dataFolder, newChat, remove } = await openTemporaryStore({ lockWait: 500 });
  const chat = await newChat();
  const url = pathToFileURL(path.join(dataFolder, "longhand.db")).href;
  const other = await openDatabase({ url, now: () => 0, lockWait: 100 });
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const holding = other.write(async ({ workspace }) => {
    await workspace.count();
    entered.resolve();
    await leave.promise;
  });
  await entered.promise;
  await expect(store.messages.appendNext(chat, personRow("p", "x"))).rejects.toMatchObject({ code: "locked" });
  expect(await store.messages.path(chat)).toEqual([]);
  const waiting = store.messages.appendNext(chat, personRow("q", "x"));
  leave.resolve();
  await holding;
  await other.close();
  expect((await waiting).seq).toBe(1);
  await remove();
});

it("names a full disk", async () => {
  const url = pathToFileURL(path.join(folder, "longhand.db")).href;
  await migrate(url);
  const database = await openDatabase({ url, now: () => 0, lockWait: 0 });
  const create = (id: string, name: string) =>
    database.write(
      async ({ workspace }) => void (await workspace.create({ data: { id, name, path: "/", createdAt: 0n } })),
    );
  await database.read((reader) => reader.$queryRawUnsafe("PRAGMA max_page_count = 1"));
  await expect(create("large", "n".repeat(1_000_000))).rejects.toMatchObject({ name: "StoreError", code: "disk-full" });
  await database.read((reader) => reader.$queryRawUnsafe("PRAGMA max_page_count = 1000000"));
  await create("small", "n");
  expect(await database.read(({ workspace }) => workspace.count())).toBe(1);
  await database.close();
});

it("refuses what is no database", async () => {
  await writeFile(path.join(folder, "longhand.db"), "This is a letter, not a database. ".repeat(100));
  await expect(openStore({ dataFolder: folder })).rejects.toMatchObject({ name: "StoreError", code: "corrupt" });
});
