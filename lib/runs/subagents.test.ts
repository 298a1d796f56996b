import { v7 as newId } from "uuid";
import { afterEach, expect, test } from "vitest";
import type { Reply, Script } from "#lib/models/server/index.ts";
import type { Chat } from "#lib/store/index.ts";
import { recoverRuns } from "./recover-runs.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { call, delegate, isMain, resultsIn, resultTexts } from "./scripts.fixture.ts";
import { sendMessage } from "./send-message.ts";
import { stopRun } from "./stop-run.ts";

let app: TestRuntime;
afterEach(() => app.close());

/** The main agent delegates once and then ends; `child` answers for the subagents. */
const delegating =
  (tasks: string[], child: Script): Script =>
  (request) => {
    if (!isMain(request)) return child(request);
    return resultsIn(request).length > 0 ? { text: "All answered." } : delegate(...tasks);
  };

const taskOf = (request: Parameters<Script>[0]) => request.messages.find(({ role }) => role === "user")?.text ?? "";
const tasks = (count: number) => Array.from({ length: count }, (_, n) => `task ${n}.`);

const answersOf = async (chat: Chat) => resultTexts(await app.runtime.store.messages.path(chat.id));
const childrenOf = (chat: Chat) => app.runtime.store.chats.subagents(chat.id);
const rowsOf = (chat: Chat) => app.runtime.store.messages.path(chat.id);

test("of twelve started at once eight work side by side, the others wait, and all complete", async () => {
  let arrived = 0;
  const eightAreThere = Promise.withResolvers<void>();
  const child: Script = async (request) => {
    if (++arrived === 8) eightAreThere.resolve();
    await eightAreThere.promise;
    return { text: `Did ${taskOf(request)}` };
  };
  app = await startTestRuntime({ script: delegating(tasks(12), child) });
  const chat = await app.turn(await app.newChat(), "ask twelve");
  expect(chat.status).toBe("idle");
  expect(await answersOf(chat)).toEqual(tasks(12).map((task) => `Did ${task}`));
  expect(app.server.stats().mostInFlight).toBe(8);
  expect((await childrenOf(chat)).map((one) => one.status)).toEqual(tasks(12).map(() => "idle"));
});

test("a run starts only so many, also when all are asked for at once; the rest is told in a sentence", async () => {
  app = await startTestRuntime({ script: delegating(tasks(7), () => ({ text: "Done." })) });
  await app.runtime.store.settings.put("run", { subagentsPerRun: 4 });
  const chat = await app.turn(await app.newChat(), "ask seven");
  expect(chat.status).toBe("idle");
  const answers = await answersOf(chat);
  expect(answers.filter((answer) => answer === "Done.")).toHaveLength(4);
  expect(answers.filter((answer) => /may start 4 subagents.*Do this part yourself/.test(answer))).toHaveLength(3);
  expect(await childrenOf(chat)).toHaveLength(4);
});

test("one that fails tells its parent why, and its siblings complete", async () => {
  app = await startTestRuntime({ script: delegating(tasks(3), () => ({ text: "Done." })) });
  app.server.addFaults({ kind: "status", status: 403, match: '"text":"task 1."' });
  const chat = await app.turn(await app.newChat(), "ask three");
  expect(chat.status).toBe("idle");
  const [first, second, third] = await answersOf(chat);
  expect([first, third]).toEqual(["Done.", "Done."]);
  const children = await childrenOf(chat);
  expect(second).toMatch(/did not give a complete answer: .+It did 0 steps/);
  expect(second).toContain(`/conversation_history/${children.find((one) => one.title === "task 1.")?.id}.md`);
  expect(children.map((one) => one.status).toSorted()).toEqual(["failed", "idle", "idle"]);
});

test("Stop reaches the one in a command, the one at the model and the one that waits", async () => {
  const child: Script = (request): Reply =>
    taskOf(request) === "task 0." ? call("run_command", { command: "sleep 600" }) : { text: "never said" };
  app = await startTestRuntime({ script: delegating(tasks(4), child) });
  await app.runtime.store.settings.put("run", { subagentsAtOnce: 2 });
  app.server.addFaults({ kind: "stall", afterChunks: 0, match: '"text":"task 1."' });
  const chat = await app.newChat();
  await sendMessage(app.runtime, chat, { id: newId(), text: "ask four" });
  await expect
    .poll(
      async () => {
        const [busy] = await childrenOf(chat);
        return [app.server.stats().requests, busy && (await app.callsUnderWay(busy.id))];
      },
      { timeout: 15_000 },
    )
    .toEqual([3, 1]);
  expect(await stopRun(app.runtime, chat, { by: "person" })).toEqual({ stopped: true });
  const stopped = await app.settled(chat);
  expect(stopped.status).toBe("stopped");
  expect((await childrenOf(chat)).map((one) => one.status)).toEqual(["stopped", "stopped"]);
  const results = (await rowsOf(chat)).filter((row) => row.role === "tool");
  expect(results.map((row) => row.state)).toEqual(["stopped", "stopped", "stopped", "stopped"]);
  expect(app.runtime.active.size).toBe(0);
  const next = await app.turn(stopped, "go on");
  expect(next.status).toBe("idle");
  expect(app.server.stats()).toMatchObject({ requests: 4, refusals: {} });
});

test("one that is just being started when Stop comes asks no model", async () => {
  app = await startTestRuntime({ script: delegating(tasks(3), () => ({ text: "never said" })) });
  const chat = await app.newChat();
  const stopping = Promise.withResolvers<void>();
  app.runtime.hub.subscribe(chat.id, undefined, ({ chunk }) => {
    if (chunk.type !== "data-tool") return;
    app.runtime.active.get(chat.id)?.controller.abort("stop");
    stopping.resolve();
  });
  await sendMessage(app.runtime, chat, { id: newId(), text: "ask three" });
  await stopping.promise;
  const stopped = await app.settled(chat);
  expect(stopped.status).toBe("stopped");
  expect(app.server.stats().requests).toBe(1);
  expect((await childrenOf(chat)).every((one) => one.status !== "running")).toBe(true);
  const results = (await rowsOf(chat)).filter((row) => row.role === "tool");
  expect(results.map((row) => row.state)).toEqual(["stopped", "stopped", "stopped"]);
});

test("Stop of one subagent leaves its siblings and its parent at work, and keeps what it had said", async () => {
  const child: Script = (request) => {
    if (taskOf(request) !== "task 0.") return { text: "Done." };
    return { text: "Half of it is known.", ...call("run_command", { command: "sleep 600" }) };
  };
  app = await startTestRuntime({ script: delegating(tasks(2), child) });
  const chat = await app.newChat();
  await sendMessage(app.runtime, chat, { id: newId(), text: "ask two" });
  const busy = async () => (await childrenOf(chat)).find((one) => one.title === "task 0.");
  await expect
    .poll(async () => app.callsUnderWay((await busy())?.id), {
      timeout: 15_000,
    })
    .toBe(1);
  await stopRun(app.runtime, (await busy()) as Chat, { by: "person" });
  const done = await app.settled(chat);
  expect(done.status).toBe("idle");
  const [first, second] = await answersOf(chat);
  expect(first).toMatch(/the person stopped it[\s\S]*Half of it is known\.$/);
  expect(second).toBe("Done.");
});

test("one that does nothing for too long is ended, and its parent goes on", async () => {
  app = await startTestRuntime({ script: delegating(tasks(2), () => ({ text: "Done." })) });
  await app.runtime.store.settings.put("run", { subagentStallMs: 3_000 });
  app.server.addFaults({ kind: "stall", afterChunks: 0, match: '"text":"task 1."' });
  const chat = await app.turn(await app.newChat(), "ask two");
  expect(chat.status).toBe("idle");
  const [first, second] = await answersOf(chat);
  expect(first).toBe("Done.");
  expect(second).toMatch(/did nothing for .* and was ended/);
});

test("the answer is the last text that is not empty, and without any text a note", async () => {
  const child: Script = (request) => {
    if (taskOf(request) === "task 1." || resultsIn(request).length > 0) return { reasoning: "Enough." };
    return { text: "Found 3 bugs.", ...call("list_files", {}) };
  };
  app = await startTestRuntime({ script: delegating(tasks(2), child) });
  const chat = await app.turn(await app.newChat(), "ask two");
  const [first, second] = await answersOf(chat);
  expect(first).toBe("Found 3 bugs.");
  expect(second).toMatch(
    /did not give a complete answer: it ended without a text. It did 1 steps; its transcript is at/,
  );
});

test("what its helpers spend counts for the run", async () => {
  app = await startTestRuntime({ script: delegating(tasks(3), () => ({ text: "Done." })) });
  const chat = await app.turn(await app.newChat(), "ask three");
  const run = await app.runtime.store.runs.newest(chat.id);
  const { inputTokens, cachedTokens, outputTokens } = app.server.stats();
  expect(run?.spent).toBeCloseTo(inputTokens - cachedTokens + cachedTokens / 10 + outputTokens);
});

test("after a restart in the middle each subagent goes on with its own conversation, and none is started twice", async () => {
  const child: Script = (request) => {
    const done = resultsIn(request).length;
    return done < 3 ? call("run_command", { command: `echo ${done}` }) : { text: `Did ${taskOf(request)}` };
  };
  app = await startTestRuntime({ perChunkMilliseconds: 10, script: delegating(tasks(3), child) });
  const chat = await app.newChat();
  await sendMessage(app.runtime, chat, { id: newId(), text: "ask three" });
  await expect
    .poll(async () => (await Promise.all((await childrenOf(chat)).map(rowsOf))).flat().length, { timeout: 15_000 })
    .toBeGreaterThan(7);
  await recoverRuns(await app.restart(), { everything: true });
  const done = await app.settled(chat);
  expect(done.status).toBe("idle");
  expect(await answersOf(done)).toEqual(tasks(3).map((task) => `Did ${task}`));
  const children = await childrenOf(chat);
  expect(children.map((one) => one.status)).toEqual(["idle", "idle", "idle"]);
  const all = (await Promise.all([chat, ...children].map(rowsOf))).flat();
  expect(all.filter((row) => row.state === "stopped")).toEqual([]);
});
