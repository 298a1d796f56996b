import { v7 as newId } from "uuid";
import { afterEach, expect, test } from "vitest";
import type { ParsedRequest } from "#lib/models/server/index.ts";
import type { Chat, LogRow } from "#lib/store/index.ts";
import { chooseBranch } from "./choose-branch.ts";
import { continueRun } from "./continue-run.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { read, textOf } from "./scripts.fixture.ts";
import { type SentMessage, sendMessage } from "./send-message.ts";

let app: TestRuntime;
afterEach(() => app.close());

const said = (request: ParsedRequest) =>
  request.messages.flatMap(({ role, text }) => (text && (role === "user" || role === "assistant") ? [text] : []));

async function startCounting() {
  const bodies: string[][] = [];
  app = await startTestRuntime({
    script(request) {
      bodies.push(said(request));
      return { text: `answer ${bodies.length}` };
    },
  });
  return bodies;
}

const pathOf = (chat: Chat): Promise<LogRow[]> => app.runtime.store.messages.path(chat.id);
const textsOf = async (chat: Chat) => (await pathOf(chat)).map(textOf);

async function send(chat: Chat, message: Partial<SentMessage> & { text: string }) {
  const sent = await sendMessage(app.runtime, chat, { id: newId(), ...message });
  await app.settled(chat);
  return sent;
}

async function again(chat: Chat, from: string | undefined) {
  await continueRun(app.runtime, chat, from);
  return app.settled(chat);
}

test("an edited message is a sibling: both are kept, and nothing of the other branch is sent", async () => {
  const bodies = await startCounting();
  const chat = await app.newChat();
  for (const text of ["one", "two"]) await app.turn(chat, text);
  const two = (await pathOf(chat))[2];
  await send(chat, { text: "TWO", parentId: two?.id ?? "" });
  expect(await textsOf(chat)).toEqual(["one", "answer 1", "TWO", "answer 3"]);
  expect(bodies.at(-1)?.slice(-3)).toEqual(["one", "answer 1", "TWO"]);
  await chooseBranch(app.runtime, chat, two?.id ?? "");
  expect(await textsOf(chat)).toEqual(["one", "answer 1", "two", "answer 2"]);
  await app.turn(chat, "three");
  expect(bodies.at(-1)?.slice(-5)).toEqual(["one", "answer 1", "two", "answer 2", "three"]);
  const { messages } = await app.runtime.store.messages.page(chat.id);
  expect(messages).toHaveLength(8);
});

test("the first message can be edited, and a row may be named that the new one follows", async () => {
  const bodies = await startCounting();
  const chat = await app.newChat();
  await app.turn(chat, "one");
  const [first, answer] = await pathOf(chat);
  await send(chat, { text: "ONE", parentId: first?.id ?? "" });
  await send(chat, { text: "uno", parentId: null });
  expect(await textsOf(chat)).toEqual(["uno", "answer 3"]);
  expect(bodies.at(-1)?.at(-1)).toBe("uno");
  expect(bodies.at(-1)?.join()).not.toMatch(/one/i);
  await send(chat, { text: "two", parentId: answer?.id ?? "" });
  expect(await textsOf(chat)).toEqual(["one", "answer 1", "two", "answer 4"]);
});

test("an answer given anew stands beside the old one, which is never sent again", async () => {
  const bodies = await startCounting();
  const chat = await app.newChat();
  await app.turn(chat, "one");
  await again(chat, (await pathOf(chat)).at(-1)?.id);
  const done = await again(chat, (await pathOf(chat))[0]?.id);
  expect(done.status).toBe("idle");
  expect(await textsOf(chat)).toEqual(["one", "answer 3"]);
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
  await app.turn(chat, "two");
  expect(bodies.at(-1)?.slice(-3)).toEqual(["one", "answer 3", "two"]);
  const { messages } = await app.runtime.store.messages.page(chat.id, { onPath: true });
  expect(messages[1]?.versions).toHaveLength(3);
});

test("a step in the middle of a turn can be asked for again, with the results that it had read", async () => {
  app = await startTestRuntime({
    script: (request) =>
      request.messages.some((message) => message.role === "tool") ? { text: "read it" } : read("a.txt"),
  });
  const chat = await app.turn(await app.newChat(), "read");
  const rows = await pathOf(chat);
  await again(chat, rows.at(-1)?.id);
  expect((await pathOf(chat)).map((row) => row.kind)).toEqual(["person", "step", "result", "step"]);
  await again(chat, rows[1]?.id);
  const now = await pathOf(chat);
  expect(now.map((row) => row.kind)).toEqual(["person", "step", "result", "step"]);
  expect(now[1]?.id).not.toBe(rows[1]?.id);
  await expect(again(chat, now[2]?.id)).rejects.toMatchObject({ status: 400 });
  await expect(send(chat, { text: "no", parentId: now[1]?.id ?? "" })).rejects.toMatchObject({ status: 400 });
  await send(chat, { text: "yes", parentId: now[2]?.id ?? "" });
  expect((await pathOf(chat)).map((row) => row.kind)).toEqual(["person", "step", "result", "person", "step"]);
});

test("who saw another leaf is refused, and nothing is stored", async () => {
  await startCounting();
  const chat = await app.newChat();
  await send(chat, { text: "one", base: null });
  await expect(send(chat, { text: "late", base: null })).rejects.toMatchObject({ status: 409, code: "stale" });
  const leaf = (await app.runtime.store.chats.get(chat.id))?.leafId;
  await send(chat, { text: "two", base: leaf ?? "" });
  expect(await textsOf(chat)).toEqual(["one", "answer 1", "two", "answer 2"]);
  expect(app.server.stats().requests).toBe(2);
});

test("another chat's rows are no place for anything", async () => {
  await startCounting();
  const chat = await app.newChat();
  const other = await app.newChat();
  await app.turn(other, "elsewhere");
  const [row] = await pathOf(other);
  const foreign = row?.id ?? "";
  await expect(send(chat, { text: "x", parentId: foreign })).rejects.toMatchObject({ status: 400 });
  await expect(continueRun(app.runtime, chat, foreign)).rejects.toMatchObject({ status: 400 });
  await expect(chooseBranch(app.runtime, chat, foreign)).rejects.toMatchObject({ status: 400 });
});
