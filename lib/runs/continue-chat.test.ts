import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { v7 as newId } from "uuid";
import { afterEach, expect, test } from "vitest";
import type { Chat } from "#lib/store/index.ts";
import { continueChat } from "./continue-chat.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { call, inTurn, textOf } from "./scripts.fixture.ts";
import { sendMessage } from "./send-message.ts";

let app: TestRuntime;
afterEach(() => app.close());

const get = async (id: string) => (await app.runtime.store.chats.get(id)) as Chat;
const next = async (chat: Chat, saveMessageAs?: string) =>
  continueChat(app.runtime, await get(chat.id), { saveMessageAs });

const MESSAGE = "  Now in French,\n\tword for word: «ёлка» 🙂\n\n";

test("the next chat has the workspace, the note and the last message as its draft, and needs no model", async () => {
  app = await startTestRuntime({ script: inTurn(call("write_file", { path: "/workspace/a.txt", content: "x" })) });
  const chat = await app.turn(await app.newChat(), "Write the file");
  app.server.addFaults({ kind: "status", status: 401 });
  await app.turn(chat, MESSAGE);
  const before = app.server.stats().requests;
  const { id, created } = await next(chat);
  expect(created).toBe(true);
  const continued = await get(id);
  expect(continued).toMatchObject({ workspaceId: chat.workspaceId, draft: MESSAGE, continuedFrom: chat.id });
  expect([continued.title, continued.status]).toEqual(["Write the file (2)", "idle"]);
  const rows = await app.runtime.store.messages.path(id);
  expect(rows.map((row) => row.kind)).toEqual(["handoff"]);
  expect(textOf(rows[0])).toContain("- /workspace/a.txt");
  expect(app.server.stats().requests).toBe(before);
  expect((await app.turn(continued, MESSAGE)).status).toBe("idle");
});

test("pressed twice, also at the same moment, it is one chat; after more was said it is another", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const chat = await app.turn(await app.newChat(), "hello");
  const both = await Promise.all([next(chat), next(chat)]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  expect(both.filter(({ created }) => created)).toHaveLength(1);
  const again = await next(chat);
  expect(again).toEqual({ id: both[0].id, created: false });
  await app.turn(chat, "more");
  expect((await next(chat)).id).not.toBe(again.id);
});

test("a next chat that lies in the trash is taken out of it", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const chat = await app.turn(await app.newChat(), "hello");
  const { id } = await next(chat);
  await app.runtime.store.chats.softDelete(id);
  expect(await next(chat)).toEqual({ id, created: false });
  expect((await get(id)).deletedAt).toBeUndefined();
});

test("it works where nothing was ever answered, and where nothing was ever said", async () => {
  app = await startTestRuntime({ script: inTurn() });
  app.server.addFaults({ kind: "status", status: 401 });
  const chat = await app.turn(await app.newChat(), "hello");
  expect(chat.status).toBe("failed");
  const first = await get((await next(chat)).id);
  expect(first.draft).toBe("hello");
  const second = await get((await next(first)).id);
  expect([second.draft, second.title]).toEqual(["hello", "hello (3)"]);
  const empty = await get((await next(await app.newChat())).id);
  expect(empty.draft).toBeUndefined();
});

test("while the agent works it is refused", async () => {
  app = await startTestRuntime({ script: inTurn() });
  app.server.addFaults({ kind: "stall", afterChunks: 0 });
  const chat = await app.newChat();
  await sendMessage(app.runtime, chat, { id: newId(), text: "hello" });
  await expect(next(chat)).rejects.toMatchObject({ status: 409, code: "running" });
});

test("a message that is too large is written to a file, whole, and the draft points to it", async () => {
  app = await startTestRuntime({ window: 6_000, contextWindow: 128_000, script: inTurn() });
  const large = "слово ".repeat(6_000);
  const chat = await app.turn(await app.newChat(), large);
  expect(chat.status).toBe("full");
  const { id } = await next(chat, "notes/request.txt");
  expect(await readFile(path.join(app.workspacePath, "notes", "request.txt"), "utf8")).toBe(large);
  expect((await get(id)).draft).toContain("/workspace/notes/request.txt");
});

test("the file stays inside the workspace", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const chat = await app.turn(await app.newChat(), "hello");
  const outside = path.join(app.workspacePath, "..", "outside.txt");
  await writeFile(outside, "untouched");
  await expect(next(chat, "../outside.txt")).rejects.toMatchObject({ status: 400 });
  expect(await readFile(outside, "utf8")).toBe("untouched");
  expect((await next(chat)).created).toBe(true);
});
