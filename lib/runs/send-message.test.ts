import { v7 as newId } from "uuid";
import { afterEach, expect, test } from "vitest";
import { continueRun } from "./continue-run.ts";
import { recoverRuns } from "./recover-runs.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { inTurn, textOf } from "./scripts.fixture.ts";
import { sendMessage } from "./send-message.ts";
import { stopRun } from "./stop-run.ts";

let app: TestRuntime;
afterEach(() => app.close());

const rowsOf = (id: string) => app.runtime.store.messages.path(id);

test("the same message twice at the same moment is one row and one run", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const chat = await app.newChat();
  const message = { id: newId(), text: "hello" };
  const both = await Promise.all([1, 2, 3].map(() => sendMessage(app.runtime, chat, message)));
  expect(new Set(both.map((sent) => JSON.stringify(sent))).size).toBe(1);
  await app.settled(chat);
  expect(await sendMessage(app.runtime, chat, message)).toEqual(both[0]);
  expect((await rowsOf(chat.id)).map((row) => row.kind)).toEqual(["person", "step"]);
  expect(app.server.stats().requests).toBe(1);
});

test("another text under the same id, an empty text and a second message while one is answered are refused", async () => {
  app = await startTestRuntime({ script: inTurn() });
  app.server.addFaults({ kind: "stall", afterChunks: 0 });
  const chat = await app.newChat();
  const id = newId();
  await sendMessage(app.runtime, chat, { id, text: "hello" });
  const send = (one: { id: string; text: string }) => sendMessage(app.runtime, chat, one);
  await expect(send({ id, text: "other" })).rejects.toMatchObject({ status: 409, code: "id-taken" });
  await expect(send({ id: newId(), text: " \n" })).rejects.toMatchObject({ status: 400 });
  await expect(send({ id: newId(), text: "more" })).rejects.toMatchObject({ status: 409, code: "running" });
  expect(await rowsOf(chat.id)).toHaveLength(1);
});

test("a full chat takes a message and tries it once", async () => {
  app = await startTestRuntime({ window: 6_000, contextWindow: 128_000, script: inTurn() });
  const chat = await app.turn(await app.newChat(), "слово ".repeat(6_000));
  expect(chat.status).toBe("full");
  app.server.reset({ window: 200_000 });
  app.runtime.env.contextWindow = 200_000;
  expect((await app.turn(chat, "and now?")).status).toBe("idle");
});

test("there is nothing to go on with after a finished answer", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const chat = await app.turn(await app.newChat(), "hello");
  await expect(continueRun(app.runtime, chat)).rejects.toMatchObject({ status: 409, code: "nothing-to-do" });
});

test("after Stop in the middle of an answer its text stays, and the run can go on", async () => {
  app = await startTestRuntime({ script: inTurn({ text: "A long answer that is cut." }), chunkSize: 8 });
  app.server.addFaults({ kind: "stall", afterChunks: 2 });
  const chat = await app.newChat();
  const seen = Promise.withResolvers<void>();
  let text = "";
  app.runtime.hub.subscribe(chat.id, undefined, ({ chunk }) => {
    if (chunk.type === "text-delta") text += chunk.delta;
    if (text.length >= 16) seen.resolve();
  });
  await sendMessage(app.runtime, chat, { id: newId(), text: "write" });
  await seen.promise;
  expect(await stopRun(app.runtime, chat, { by: "person" })).toEqual({ stopped: true });
  const stopped = await app.settled(chat);
  expect(stopped.status).toBe("stopped");
  const rows = await rowsOf(chat.id);
  expect(rows.map((row) => [row.kind, row.state, textOf(row)])).toEqual([
    ["person", "complete", "write"],
    ["step", "stopped", text],
  ]);
  await continueRun(app.runtime, stopped);
  expect((await app.settled(chat)).status).toBe("idle");
});

test("when the process ends in the middle of an answer, the step is asked again from the same bytes", async () => {
  app = await startTestRuntime({
    keepBodies: 9,
    chunkSize: 8,
    script: inTurn({ text: "An answer that is cut off." }, { text: "The whole answer." }),
  });
  app.server.addFaults({ kind: "stall", afterChunks: 2 });
  const chat = await app.newChat();
  await sendMessage(app.runtime, chat, { id: newId(), text: "write" });
  await expect
    .poll(async () => (await app.runtime.store.live.get(chat.id))?.content, { timeout: 15_000 })
    .toHaveLength(1);
  await recoverRuns(await app.restart(), { everything: true });
  const done = await app.settled(chat);
  expect(done.status).toBe("idle");
  const { messages } = await app.runtime.store.messages.page(chat.id);
  expect(messages.map(({ kind, state, onPath }) => [kind, state, onPath])).toEqual([
    ["person", "complete", true],
    ["step", "interrupted", false],
    ["step", "complete", true],
  ]);
  const [first, second] = app.server.stats().lastRequests;
  expect(second?.body).toBe(first?.body);
});

test("a title is the first line that says something, on whole characters", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const titles = [
    ["\n\n  First words \nmore", "First words"],
    ["🙂".repeat(100), `${"🙂".repeat(79)}…`],
    ["x".repeat(80), "x".repeat(80)],
  ] as const;
  for (const [text, title] of titles) {
    const chat = await app.turn(await app.newChat(), text);
    expect(chat.title).toBe(title);
    expect((await app.turn(chat, "Another line")).title).toBe(title);
  }
});
