import { v7 as newId } from "uuid";
import { afterEach, expect, test } from "vitest";
import type { ParsedRequest, Reply } from "#lib/models/server/index.ts";
import type { Chat } from "#lib/store/index.ts";
import { changeQueued } from "./change-queue.ts";
import { recoverRuns } from "./recover-runs.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { call, textOf } from "./scripts.fixture.ts";
import { type SentMessage, sendMessage } from "./send-message.ts";
import { stopRun } from "./stop-run.ts";

let app: TestRuntime;
afterEach(() => app.close());

const usersIn = (request: ParsedRequest) =>
  request.messages.filter((message) => message.role === "user").map((message) => message.text);

/** Runs a command that takes a moment for every message that it is asked to work on, then answers with what it was told. */
function busy(request: ParsedRequest): Reply {
  const last = request.messages.at(-1);
  if (last?.role === "user" && last.text?.startsWith("work")) return call("run_command", { command: "sleep 0.4" });
  return { text: usersIn(request).join(" | ") };
}

const rowsOf = async (chat: Chat) =>
  (await app.runtime.store.messages.path(chat.id)).map((row) => [row.kind, textOf(row)]);
const waitingIn = async (chat: Chat) =>
  (await app.runtime.store.queue.list(chat.id)).map(({ text, held }) => [text, held]);
const send = (chat: Chat, text: string, more: Partial<SentMessage> = {}) =>
  sendMessage(app.runtime, chat, { id: newId(), text, ...more });
const isCalling = (chat: Chat) => expect.poll(() => app.callsUnderWay(chat.id)).toBe(1);

/** Waits until nothing runs in the chat any more, turn after turn. */
async function atRest(chat: Chat): Promise<Chat> {
  for (;;) {
    const now = await app.settled(chat);
    if (now.status !== "running") return now;
  }
}

test("a steering message comes after the results of the step, and the same turn answers it", async () => {
  app = await startTestRuntime({ script: busy });
  const chat = await app.newChat();
  await send(chat, "work");
  await isCalling(chat);
  expect(await send(chat, "in French", { deliver: "steer" })).toEqual({ queued: true });
  expect((await atRest(chat)).status).toBe("idle");
  const rows = await rowsOf(chat);
  expect(rows.map(([kind]) => kind)).toEqual(["person", "step", "result", "steer", "step"]);
  expect(rows.at(-1)?.[1]).toBe("work | in French");
  expect(await waitingIn(chat)).toEqual([]);
  expect(app.server.stats().requests).toBe(2);
});

test("a steering message that comes with the last answer is answered as well", async () => {
  app = await startTestRuntime({ script: busy, perChunkMilliseconds: 50 });
  const chat = await app.newChat();
  await send(chat, "hello");
  await send(chat, "and more", { deliver: "steer" });
  await atRest(chat);
  expect((await rowsOf(chat)).at(-1)).toEqual(["step", "hello | and more"]);
});

test("waiting messages open one turn after the other, in the order in which they were put", async () => {
  app = await startTestRuntime({ script: busy });
  const chat = await app.newChat();
  await send(chat, "work 1");
  await isCalling(chat);
  const last = newId();
  await send(chat, "last", { deliver: "queue", id: last });
  await send(chat, "work 2", { deliver: "queue" });
  await changeQueued(app.runtime, chat, last, { position: 1, text: "the last" });
  expect((await atRest(chat)).status).toBe("idle");
  const rows = await rowsOf(chat);
  expect(rows.filter(([kind]) => kind === "person").map(([, text]) => text)).toEqual(["work 1", "work 2", "the last"]);
  expect(rows.filter(([kind]) => kind === "steer")).toEqual([]);
  expect((await app.runtime.store.runs.listForConversation(chat.id)).map((run) => run.status)).toEqual([
    "done",
    "done",
    "done",
  ]);
});

test("while nothing runs, a message is simply sent, whatever was said of its delivery", async () => {
  app = await startTestRuntime({ script: busy });
  const chat = await app.newChat();
  expect(await send(chat, "hello", { deliver: "queue" })).toHaveProperty("runId");
  await atRest(chat);
  expect(await send(chat, "again", { deliver: "steer" })).toHaveProperty("runId");
  await atRest(chat);
  expect((await rowsOf(chat)).map(([kind]) => kind)).toEqual(["person", "step", "person", "step"]);
});

test("after Stop what waits is held, through a restart and another turn, until it is sent by hand", async () => {
  app = await startTestRuntime({ script: busy });
  const chat = await app.newChat();
  await send(chat, "work");
  await isCalling(chat);
  const id = newId();
  await send(chat, "then this", { deliver: "queue", id });
  await send(chat, "and mind that", { deliver: "steer" });
  await stopRun(app.runtime, chat, { by: "person", client: "a browser" });
  const stopped = await atRest(chat);
  expect(stopped).toMatchObject({ status: "stopped", stoppedBy: { by: "person", client: "a browser" } });
  await recoverRuns(await app.restart(), { everything: true });
  expect((await app.turn(chat, "hello")).status).toBe("idle");
  expect(await waitingIn(chat)).toEqual([
    ["and mind that", true],
    ["then this", true],
  ]);
  await sendMessage(app.runtime, chat, { id, text: "then this" });
  await atRest(chat);
  expect(await waitingIn(chat)).toEqual([["and mind that", true]]);
  expect((await rowsOf(chat)).at(-2)).toEqual(["person", "then this"]);
});

test("queue and steering survive a kill", async () => {
  app = await startTestRuntime({ script: busy });
  const chat = await app.newChat();
  await send(chat, "work 1");
  await isCalling(chat);
  await send(chat, "work 2", { deliver: "queue" });
  await send(chat, "in French", { deliver: "steer" });
  await recoverRuns(await app.crash(), { everything: true });
  expect((await atRest(chat)).status).toBe("idle");
  const rows = await rowsOf(chat);
  expect(rows.map(([kind]) => kind)).toEqual(
    ["person", "step", "result", "steer", "step"].concat(["person", "step", "result", "step"]),
  );
  expect(rows[3]?.[1]).toBe("in French");
  expect(rows[5]?.[1]).toBe("work 2");
});

test("the same waiting message twice waits once, and another text under its id is refused", async () => {
  app = await startTestRuntime({ script: busy });
  const chat = await app.newChat();
  await send(chat, "work");
  await isCalling(chat);
  const id = newId();
  const both = await Promise.all([1, 2].map(() => send(chat, "once", { deliver: "queue", id })));
  expect(both).toEqual([{ queued: true }, { queued: true }]);
  await expect(send(chat, "other", { deliver: "queue", id })).rejects.toMatchObject({ code: "id-taken" });
  await atRest(chat);
  expect(await send(chat, "once", { deliver: "queue", id })).toHaveProperty("runId");
  expect((await rowsOf(chat)).filter(([, text]) => text === "once")).toHaveLength(1);
});
