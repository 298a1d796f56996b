import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { v7 as newId } from "uuid";
import { afterEach, expect, test } from "vitest";
import type { ParsedRequest, Reply, Script } from "#lib/models/server/index.ts";
import type { Chat } from "#lib/store/index.ts";
import { recoverRuns } from "./recover-runs.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { sendMessage } from "./send-message.ts";
import { stopRun } from "./stop-run.ts";

let app: TestRuntime | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const results = (request: ParsedRequest) => request.messages.filter((message) => message.role === "tool");
const call = (name: string, input: object): Reply => ({ calls: [{ name, arguments: JSON.stringify(input) }] });

/** Makes one call after the other, then answers. */
const sequence =
  (...replies: Reply[]): Script =>
  (request) =>
    replies[results(request).length] ?? { text: "All done." };

async function rowsOf(chat: Chat) {
  return (app as TestRuntime).runtime.store.messages.path(chat.id);
}

test.each(["responses", "chat"] as const)("a turn with tool calls is stored row by row (%s)", async (api) => {
  app = await startTestRuntime({
    api,
    script: sequence(
      call("write_file", { path: "/workspace/a.txt", content: "Привет\n" }),
      call("read_file", { path: "/workspace/a.txt" }),
      call("run_command", { command: "cat a.txt | wc -c" }),
    ),
  });
  const chat = await app.turn(await app.newChat(), "Write a file and count its bytes\nplease");
  expect(chat.status).toBe("idle");
  expect(chat.title).toBe("Write a file and count its bytes");
  const rows = await rowsOf(chat);
  expect(rows.map((row) => row.kind)).toEqual(["person", "step", "result", "step", "result", "step", "result", "step"]);
  const texts = rows.flatMap((row) =>
    row.content.map((part) => (part.type === "tool-result" ? part.output.value.trim() : "")),
  );
  expect(texts.filter((text) => text !== "")).toEqual(["Created /workspace/a.txt (13 bytes).", "Привет", "13"]);
  expect(await readFile(path.join(app.workspacePath, "a.txt"), "utf8")).toBe("Привет\n");
  expect(app.server.stats().requests).toBe(4);
  const requests = await app.runtime.store.requests.list(chat.id);
  expect(requests.map((request) => request.status)).toEqual([200, 200, 200, 200]);
  expect(requests.every((request) => (request.usage?.inputTokens ?? 0) > 100)).toBe(true);
});

test("subagents work side by side, and their last text comes back", async () => {
  const script: Script = (request) => {
    const isMain = request.tools.includes("run_subagent");
    if (!isMain) return { text: `Answer to: ${request.messages.find((message) => message.role === "user")?.text}` };
    if (results(request).length > 0) return { text: "Both answered." };
    const calls = ["one", "two"].map((task) => ({
      name: "run_subagent",
      arguments: JSON.stringify({ title: task, task }),
    }));
    return { calls };
  };
  app = await startTestRuntime({ script });
  const chat = await app.turn(await app.newChat(), "ask two helpers");
  expect(chat.status).toBe("idle");
  const rows = await rowsOf(chat);
  const answers = rows.filter((row) => row.role === "tool").toSorted((a, b) => (a.callIndex ?? 0) - (b.callIndex ?? 0));
  expect(answers.map((row) => (row.content[0]?.type === "tool-result" ? row.content[0].output.value : ""))).toEqual([
    "Answer to: one",
    "Answer to: two",
  ]);
  const children = await app.runtime.store.chats.subagents(chat.id);
  expect(children.map((child) => [child.title, child.status])).toEqual([
    ["one", "idle"],
    ["two", "idle"],
  ]);
});

test("an overflow is learnt from, refitted and sent once more", async () => {
  const big = "word ".repeat(3_000);
  app = await startTestRuntime({
    window: 8_000,
    contextWindow: 64_000,
    script: sequence(...Array.from({ length: 6 }, () => call("read_file", { path: "/workspace/big.txt" }))),
  });
  await writeFile(path.join(app.workspacePath, "big.txt"), big);
  const chat = await app.turn(await app.newChat(), "read it often");
  expect(chat.status).toBe("paused");
  const { requests, overflows } = app.server.stats();
  expect(overflows).toBe(1);
  expect(requests).toBeGreaterThan(4);
});

test("a message that no window can hold ends with a full chat and no alert", async () => {
  app = await startTestRuntime({ window: 6_000, contextWindow: 128_000 });
  const chat = await app.turn(await app.newChat(), "слово ".repeat(6_000));
  expect(chat.status).toBe("full");
  expect(chat.error).toMatchObject({ class: "OVERFLOW" });
  expect(app.server.stats().requests).toBeLessThanOrEqual(2);
  expect(app.alerts).toEqual([]);
});

test("stop ends the command and leaves a valid history", async () => {
  app = await startTestRuntime({ script: sequence(call("run_command", { command: "sleep 60" })) });
  const chat = await app.newChat();
  await sendMessage(app.runtime, chat, { id: newId(), text: "sleep" });
  await expect.poll(() => app?.callsUnderWay(chat.id), { timeout: 10_000 }).toBe(1);
  await stopRun(app.runtime, chat, { by: "person" });
  const stopped = await app.settled(chat);
  expect(stopped.status).toBe("stopped");
  const rows = await rowsOf(chat);
  expect(rows.at(-1)).toMatchObject({ kind: "result", state: "stopped" });
  const before = app.server.stats().requests;
  const next = await app.turn(stopped, "go on");
  expect(next.status).toBe("idle");
  expect(app.server.stats().requests).toBe(before + 1);
});

test("an unfinished run goes on after a restart, and no effect happens twice", async () => {
  const steps = 6;
  app = await startTestRuntime({
    perChunkMilliseconds: 5,
    script: sequence(
      ...Array.from({ length: steps }, (_, index) => call("run_command", { command: `echo ${index} >> log.txt` })),
    ),
  });
  const chat = await app.newChat();
  await sendMessage(app.runtime, chat, { id: newId(), text: "count" });
  for (const wanted of [2, 4]) {
    await expect
      .poll(async () => (await rowsOf(chat)).filter((row) => row.kind === "result").length, { timeout: 15_000 })
      .toBeGreaterThanOrEqual(wanted);
    const runtime = await app.restart();
    await recoverRuns(runtime, { everything: true });
  }
  const done = await app.settled(chat);
  expect(done.status).toBe("idle");
  const lines = (await readFile(path.join(app.workspacePath, "log.txt"), "utf8")).trim().split("\n");
  expect(new Set(lines).size).toBe(lines.length);
});
