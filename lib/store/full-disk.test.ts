import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openBlobFiles } from "./blob-files.ts";
import { openBlobRows } from "./blob-rows.ts";
import { openBlobs } from "./blobs.ts";
import { openChats } from "./chats.ts";
import { type Database, openDatabase } from "./database.ts";
import { openMessages } from "./messages.ts";
import { migrate } from "./migrate.ts";
import { personRow } from "./temporary-store.ts";

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "longhand-full-"));
  const url = pathToFileURL(path.join(folder, "longhand.db")).href;
  await migrate(url);
  database = await openDatabase({ url, now: Date.now, lockWait: 0 });
  await database.write(({ workspace }) => workspace.create({ data: { id: "w", name: "w", path: "/", createdAt: 0n } }));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** The database may not become larger than it is: every write that needs a page meets a full disk. */
const fill = () => database.read((reader) => reader.$queryRawUnsafe("PRAGMA max_page_count = 1"));
const free = () => database.read((reader) => reader.$queryRawUnsafe("PRAGMA max_page_count = 1000000"));

it("a row that finds no room leaves nothing of itself, and the next one takes its place", async () => {
  const files = openBlobFiles(path.join(folder, "blobs"));
  const messages = openMessages(database, openBlobs(database, files, openBlobRows(database, files)));
  const chats = openChats(database);
  await chats.create({ id: "c", workspaceId: "w" });
  await messages.appendNext("c", personRow("first", "hello"));
  await fill();
  const large = personRow("large", "x".repeat(500_000));
  await expect(messages.appendNext("c", large)).rejects.toMatchObject({ name: "StoreError", code: "disk-full" });
  expect((await messages.path("c")).map(({ id }) => id)).toEqual(["first"]);
  expect((await chats.get("c"))?.leafId).toBe("first");
  await free();
  expect((await messages.appendNext("c", large)).seq).toBe(2);
});

it("a content whose row finds no room can be put again", async () => {
  const files = openBlobFiles(path.join(folder, "blobs"));
  const blobs = openBlobs(database, files, openBlobRows(database, files));
  await fill();
  const texts = Array.from({ length: 40 }, (_, index) => `${index}`.repeat(30_000));
  const refused = await Promise.allSettled(texts.map((text) => blobs.put(text)));
  expect(refused.some(({ status }) => status === "rejected")).toBe(true);
  await free();
  for (const text of texts) {
    const { sha256 } = await blobs.put(text);
    expect(Buffer.from((await blobs.read(sha256)) ?? []).toString()).toBe(text);
  }
  expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
});
