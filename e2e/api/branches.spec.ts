import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import type { MessagePage, MessageView } from "#lib/store/views.ts";
import { textOf } from "../support/check-log.ts";
import { type App, startApp } from "../support/start-app.ts";

let app: App;
let server: ModelServer;
const received: string[][] = [];

test.beforeAll(async () => {
  server = await startModelServer({
    perChunkMilliseconds: 0,
    script({ messages }) {
      received.push(
        messages.flatMap(({ role, text }) => (text && (role === "user" || role === "assistant") ? [text] : [])),
      );
      return { text: "Sure." };
    },
  });
  app = await startApp({ modelUrl: server.url, api: "responses" });
});

test.beforeEach(() => {
  received.length = 0;
});

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

const post = (path: string, body: object) => app.api.fetch(path, { method: "POST", body });
const sendWith = (chatId: string, body: object) =>
  post(`/api/chats/${chatId}/messages`, { id: randomUUID(), text: "x", ...body });
const branch = async (chatId: string): Promise<MessageView[]> =>
  ((await (await app.api.fetch(`/api/chats/${chatId}/messages?path=1`)).json()) as MessagePage).messages;
const texts = async (chatId: string) => (await branch(chatId)).map(textOf);

async function regenerate(chatId: string, from: string | undefined): Promise<void> {
  expect((await post(`/api/chats/${chatId}/run`, { from })).status).toBe(202);
  await app.api.waitFor(chatId, "idle");
}

test("an answer given anew twice leaves one that counts: after a reload, after a kill, and for the model", async () => {
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "one");
  const first = (await branch(chatId))[1];
  await regenerate(chatId, first?.id);
  await regenerate(chatId, (await branch(chatId))[1]?.id);
  await app.kill9();
  await app.restart();
  const rows = await branch(chatId);
  expect(rows.map(textOf)).toEqual(["one", "Sure."]);
  expect(rows[1]?.versions).toHaveLength(3);
  // Equal texts are still three rows with their own ids, in the order in which they were given.
  expect(rows[1]?.versions?.[0]).toBe(first?.id);
  expect(rows[1]?.versions?.at(-1)).toBe(rows[1]?.id);
  await app.api.turn(chatId, "two");
  expect(received.map((said) => said.length)).toEqual([1, 1, 1, 3]);
  expect(received.at(-1)).toEqual(["one", "Sure.", "two"]);
  expect(await app.api.messages(chatId)).toHaveLength(6);
});

test("an edit is a branch of its own, and the other one can be chosen again", async () => {
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "one");
  await app.api.turn(chatId, "two");
  const two = (await branch(chatId))[2];
  const viewer = await app.events(chatId);
  expect((await sendWith(chatId, { text: "TWO", parentId: two?.id })).status).toBe(202);
  await viewer.waitFor(({ chunk }) => chunk.type === "data-branch");
  await app.api.waitFor(chatId, "idle");
  expect(await texts(chatId)).toEqual(["one", "Sure.", "TWO", "Sure."]);
  expect(received.at(-1)).toEqual(["one", "Sure.", "TWO"]);
  const chosen = await app.api.fetch(`/api/chats/${chatId}`, { method: "PATCH", body: { leaf: two?.id } });
  expect(chosen.status).toBe(200);
  await viewer.waitFor(({ chunk }) => chunk.type === "data-branch" && chunk.data?.leafId !== undefined);
  await viewer.close();
  expect(await texts(chatId)).toEqual(["one", "Sure.", "two", "Sure."]);
  await app.api.turn(chatId, "three");
  expect(received.at(-1)).toEqual(["one", "Sure.", "two", "Sure.", "three"]);
  expect((await app.api.messages(chatId)).map(textOf)).toContain("TWO");
});

test("who has not seen the newest row gets a conflict, and nothing is stored", async () => {
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "from tab A");
  const leaf = (await app.api.chat(chatId)).leafId;
  await app.api.turn(chatId, "A again");
  const rows = await app.api.messages(chatId);
  for (const base of [leaf, null]) {
    const late = await sendWith(chatId, { text: "from tab B", base });
    expect([late.status, (await late.json()).error.code]).toEqual([409, "stale"]);
  }
  expect(await app.api.messages(chatId)).toEqual(rows);
  await app.api.fetch(`/api/chats/${chatId}`, { method: "PATCH", body: { title: "Renamed in B" } });
  expect(await app.api.messages(chatId)).toEqual(rows);
  expect((await sendWith(chatId, { text: "B again", base: (await app.api.chat(chatId)).leafId })).status).toBe(202);
  await app.api.waitFor(chatId, "idle");
  expect(await app.api.messages(chatId)).toHaveLength(rows.length + 2);
});

test("an edit, another answer and another branch are refused while the agent works", async () => {
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "one");
  const [one] = await branch(chatId);
  server.addFaults({ kind: "stall", afterChunks: 0 });
  await app.api.send(chatId, "two");
  const before = await app.api.messages(chatId);
  expect((await sendWith(chatId, { parentId: one?.id })).status).toBe(409);
  expect((await post(`/api/chats/${chatId}/run`, { from: one?.id })).status).toBe(409);
  expect((await app.api.fetch(`/api/chats/${chatId}`, { method: "PATCH", body: { leaf: one?.id } })).status).toBe(409);
  expect(await app.api.messages(chatId)).toEqual(before);
  await app.api.stop(chatId);
});
