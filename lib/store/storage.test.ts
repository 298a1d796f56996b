import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepNote } from "./keep/keep-note.ts";
import { BACKUP_NOTE, VERIFICATION_NOTE } from "./keep/notes.ts";
import { openTemporaryStore, personRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

it("tells what is stored, how large it is, and what was done last", async () => {
  const { store, dataFolder, newChat } = temporary;
  const chat = await newChat();
  await newChat({ parentId: chat, parentToolCallId: "call" });
  await store.messages.appendNext(chat, personRow("p", "hello"));
  await store.blobs.put("x".repeat(100_000));
  const inside = path.join(dataFolder, "workspaces", "novel");
  await mkdir(path.join(inside, "deep"), { recursive: true });
  await writeFile(path.join(inside, "deep", "file"), "x".repeat(5_000));
  await store.workspaces.create({ id: "inside", name: "Inside", path: inside });
  await store.workspaces.create({ id: "deep", name: "Inside the other", path: path.join(inside, "deep") });

  const first = await store.storage();
  expect(first).toMatchObject({
    dataFolder,
    counts: { workspaces: 3, chats: 1, subagents: 1, messages: 1, requests: 0, blobs: 1 },
    bytes: { blobs: 100_000, workspaces: 5_000, backups: 0 },
    partial: false,
  });
  expect(first.bytes.database).toBeGreaterThan(100_000);
  expect(first.bytes.free).toBeGreaterThan(0);
  expect(first).not.toHaveProperty("backup");
  expect(first).not.toHaveProperty("verification");

  const file = path.join(dataFolder, "backups", "b.tar.gz");
  await mkdir(path.dirname(file));
  await writeFile(file, "x");
  const verification = { at: 2, ok: false, problems: ["Message p"], problemCount: 1, checked: { messages: 1 } };
  await keepNote(dataFolder, BACKUP_NOTE, { at: 1, file, bytes: 1 });
  await keepNote(dataFolder, VERIFICATION_NOTE, verification);
  const second = await store.storage();
  expect(second).toMatchObject({ backup: { at: 1, file, bytes: 1 }, verification, measuredAt: first.measuredAt });
  const later = { at: first.measuredAt + 1, file, bytes: 1 };
  await keepNote(dataFolder, BACKUP_NOTE, later);
  expect(await store.storage()).toMatchObject({ backup: later, bytes: { backups: 1 } });
  await rm(file);
  expect((await store.storage()).backup).toMatchObject({ missing: true });
});

it("a note that is not understood is no note", async () => {
  await temporary.store.settings.put(VERIFICATION_NOTE, { what: "else" });
  expect(await temporary.store.storage()).not.toHaveProperty("verification");
});
