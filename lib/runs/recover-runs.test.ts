import { v7 as newId } from "uuid";
import { afterEach, expect, test } from "vitest";
import type { Chat } from "#lib/store/index.ts";
import { continueRun } from "./continue-run.ts";
import { recoverRuns, resumeRun } from "./recover-runs.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { delegate, inTurn, isMain, textOf } from "./scripts.fixture.ts";
import { sendMessage } from "./send-message.ts";
import { stopRun } from "./stop-run.ts";

let app: TestRuntime;
afterEach(() => app.close());

const rowsOf = (chat: Chat) => app.runtime.store.messages.path(chat.id);
const chatNow = async (chat: Chat) => (await app.runtime.store.chats.get(chat.id)) as Chat;

const SILENCE = Array.from({ length: 9 }, () => ({ kind: "stall" as const, afterChunks: 0 }));

/** A run whose model never answers. */
async function startSilent() {
  app = await startTestRuntime({ script: inTurn() });
  const chat = await app.newChat();
  app.server.addFaults(...SILENCE);
  await sendMessage(app.runtime, chat, { id: newId(), text: "hello" });
  return chat;
}

/** A run that waits for a subagent whose model never answers. */
async function startWithSilentChild() {
  app = await startTestRuntime({
    script(request) {
      if (!isMain(request)) return { text: "part done" };
      return request.messages.some((message) => message.role === "tool") ? { text: "all done" } : delegate("part");
    },
  });
  const chat = await app.newChat();
  app.server.addFaults({ kind: "stall", afterChunks: 0, skip: 1, times: 9 });
  await sendMessage(app.runtime, chat, { id: newId(), text: "hello" });
  await expect.poll(() => app.server.stats().requests).toBe(2);
  return chat;
}

test("a run at whose step the process ended three times is parked, and goes on when it is asked to", async () => {
  const chat = await startSilent();
  for (const expected of ["running", "running", "paused"]) {
    await recoverRuns(await app.crash(), { everything: true });
    expect((await chatNow(chat)).status).toBe(expected);
  }
  expect((await chatNow(chat)).error).toMatchObject({ class: "PAUSED", guard: "crash" });
  await recoverRuns(await app.crash(), { everything: true });
  expect((await chatNow(chat)).status).toBe("paused");
  app.server.reset();
  await continueRun(app.runtime, await chatNow(chat));
  expect((await app.settled(chat)).status).toBe("idle");
  expect((await rowsOf(chat)).map((row) => row.kind)).toEqual(["person", "step"]);
});

test("a call that goes on after a restart does so however often the process ends", async () => {
  const chat = await startWithSilentChild();
  for (let crash = 1; crash <= 2; crash++) await recoverRuns(await app.crash(), { everything: true });
  for (let restart = 1; restart <= 2; restart++) await recoverRuns(await app.restart(), { everything: true });
  await expect.poll(() => app.callsUnderWay(chat.id)).toBe(1);
  expect((await chatNow(chat)).status).toBe("running");
  app.server.reset();
  await recoverRuns(await app.restart(), { everything: true });
  expect((await app.settled(chat)).status).toBe("idle");
});

test("an orderly end is no crash, however often", async () => {
  const chat = await startSilent();
  for (let restart = 1; restart <= 4; restart++) {
    await recoverRuns(await app.restart(), { everything: true });
    expect((await chatNow(chat)).status).toBe("running");
  }
});

test("a parked run takes its subagents with it, and they go on with it", async () => {
  const chat = await startWithSilentChild();
  const child = async () => (await app.runtime.store.chats.subagents(chat.id))[0];
  for (let crash = 1; crash <= 3; crash++) await recoverRuns(await app.crash(), { everything: true });
  expect([(await chatNow(chat)).status, (await child())?.status]).toEqual(["paused", "paused"]);
  app.server.reset();
  await continueRun(app.runtime, await chatNow(chat));
  expect((await app.settled(chat)).status).toBe("idle");
  expect(await child()).toMatchObject({ status: "idle" });
  expect(textOf((await rowsOf(chat)).find((row) => row.role === "tool"))).toBe("part done");
});

test("a new message after a parked run is answered without what was left open", async () => {
  const chat = await startWithSilentChild();
  for (let crash = 1; crash <= 3; crash++) await recoverRuns(await app.crash(), { everything: true });
  app.server.reset();
  expect((await app.turn(await chatNow(chat), "leave that")).status).toBe("idle");
  const rows = await rowsOf(chat);
  expect(rows.map((row) => row.kind)).toEqual(["person", "step", "person", "result", "step"]);
  expect(textOf(rows[3])).toContain("Interrupted");
  expect(textOf(rows.at(-1))).toBe("all done");
});

test("a viewer who is back before the runs go on is told of the text that was cut off", async () => {
  app = await startTestRuntime({ script: () => ({ text: "A long answer. ".repeat(50) }) });
  const chat = await app.newChat();
  app.server.addFaults({ kind: "stall", afterChunks: 5 });
  await sendMessage(app.runtime, chat, { id: newId(), text: "hello" });
  await expect.poll(async () => (await app.runtime.store.live.get(chat.id))?.content.length).toBe(1);
  const runtime = await app.crash();
  const told: unknown[] = [];
  runtime.hub.subscribe(chat.id, undefined, ({ chunk }) => chunk.type === "data-row" && told.push(chunk.data));
  await recoverRuns(runtime, { everything: true });
  await app.settled(chat);
  const { messages } = await runtime.store.messages.page(chat.id);
  expect(messages.map(({ state }) => state)).toEqual(["complete", "interrupted", "complete"]);
  expect(told).toEqual(messages.slice(1).map(({ seq, id, role, kind }) => ({ seq, id, role, kind })));
});

test("what was stopped before a crash stays stopped", async () => {
  const chat = await startSilent();
  const run = await app.runtime.store.runs.newest(chat.id);
  await app.runtime.store.runs.requestStop(run?.id ?? "", { by: "person" });
  const before = app.server.stats().requests;
  await recoverRuns(await app.crash(), { everything: true });
  expect(await app.settled(chat)).toMatchObject({ status: "stopped", stoppedBy: { by: "person" } });
  expect(app.server.stats().requests).toBe(before);
});

test("Stop ends a run that nobody works on", async () => {
  const chat = await startSilent();
  const runtime = await app.crash();
  expect(await stopRun(runtime, await chatNow(chat), { by: "person" })).toEqual({ stopped: true });
  expect((await chatNow(chat)).status).toBe("stopped");
});

test("a run is left alone while its holder gives signs of life, and taken when the clock makes none of sense", async () => {
  const chat = await startSilent();
  const runtime = await app.crash();
  await recoverRuns(runtime);
  expect(runtime.active.size).toBe(0);
  runtime.now = () => Date.now() - 24 * 3_600_000;
  await recoverRuns(runtime);
  expect([...runtime.active.keys()]).toEqual([chat.id]);
});

test("two that take the same run over get it once", async () => {
  const chat = await startSilent();
  const runtime = await app.crash();
  const run = await runtime.store.runs.newest(chat.id);
  if (!run) throw new Error("no run");
  await Promise.all([resumeRun(runtime, run, { everything: true }), resumeRun(runtime, run, { everything: true })]);
  expect(runtime.active.size).toBe(1);
  expect((await runtime.store.runs.newest(chat.id))?.crashes).toBe(1);
});
