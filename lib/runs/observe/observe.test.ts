import { afterEach, expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { startTestRuntime, type TestRuntime } from "../runtime.fixture.ts";
import { call, inTurn } from "../scripts.fixture.ts";
import { createLogger } from "./create-logger.ts";

let app: TestRuntime | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

function keepLines() {
  const lines: Record<string, unknown>[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(JSON.parse(line)) } };
}

test("a turn is told by its lines, each with the ids that it belongs to", async () => {
  const { lines, destination } = keepLines();
  app = await startTestRuntime({ script: inTurn(call("list_files", { path: "/workspace" })), log: destination });
  const chat = await app.turn(await app.newChat(), "look");
  const run = await app.runtime.store.runs.newest(chat.id);
  const ids = { runId: run?.id, chatId: chat.id };
  const messages = lines.filter((line) => line.runId === run?.id).map(({ msg }) => msg);
  expect(messages).toEqual(["run", "model request", "tool call", "model request", "run ended"]);
  const [first] = await app.runtime.store.requests.list(chat.id);
  expect(lines.find(({ msg }) => msg === "model request")).toMatchObject({
    ...{ ...ids, requestId: first?.id, stepId: first?.stepId, attempt: 1, status: 200 },
  });
  expect(lines.find(({ msg }) => msg === "tool call")).toMatchObject({ ...ids, tool: "list_files", ok: true });
  expect(lines.at(-1)).toMatchObject({ ...ids, status: "done", level: "info" });
});

test("neither the key nor a word of the conversation gets into the log, also when the provider repeats them", async () => {
  const { lines, destination } = keepLines();
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
  app = await startTestRuntime({ script: inTurn(), log: destination });
  app.runtime.provider.apiKey = key;
  const body = { error: { message: `Incorrect API key provided: ${key}.`, code: "invalid_api_key" } };
  app.server.addFaults({ kind: "status", status: 401, body });
  expect((await app.turn(await app.newChat(), "the secret plan of the heroine")).status).toBe("failed");
  const text = JSON.stringify(lines);
  expect(text).toContain('"msg":"run ended"');
  expect(text).not.toContain(key);
  expect(text).not.toContain("heroine");
});

test("an error is told without what it carries, and secrets by name are hidden", () => {
  const { lines, destination } = keepLines();
  const log = createLogger("info", destination);
  const carried = { requestBodyValues: { prompt: "the heroine" }, responseBody: "the heroine" };
  const message = "refused for sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
  log.error(
    { err: Object.assign(new Error(message), { statusCode: 400, ...carried }), apiKey: "k", password: "p" },
    "x",
  );
  expect(lines).toMatchObject([{ apiKey: "[hidden]", password: "[hidden]", err: { type: "Error", status: 400 } }]);
  expect(JSON.stringify(lines)).not.toMatch(/heroine|abcdefghij/);
});

test("the words of foreign errors are not told, ours and those of the system are", () => {
  const { lines, destination } = keepLines();
  const log = createLogger("info", destination);
  log.error({ err: new Error("Invalid value: the heroine") }, "x");
  log.error({ err: new SyntaxError('Unexpected token in "the heroine"') }, "x");
  log.error({ err: "the heroine" }, "x");
  log.error(
    { err: Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", syscall: "write" }) },
    "x",
  );
  log.error({ err: new AppError(404, "not-found", "This chat does not exist.") }, "x");
  expect(JSON.stringify(lines)).not.toContain("heroine");
  expect(lines.map(({ err }) => (err as { message?: string }).message)).toEqual([
    ...[undefined, undefined, undefined],
    ...["ENOSPC: no space left on device", "This chat does not exist."],
  ]);
});

test("runs, requests, tokens, tools, retries and full chats are counted", async () => {
  const look = call("list_files", { path: "/workspace" });
  app = await startTestRuntime({ contextWindow: 128_000, script: inTurn({ text: "refused before" }, look) });
  app.server.addFaults({ kind: "status", status: 429, headers: { "retry-after-ms": "1" } });
  await app.turn(await app.newChat(), "look");
  app.server.reset({ window: 6_000 });
  await app.turn(await app.newChat(), "слово ".repeat(6_000));
  const text = await app.runtime.metrics.read();
  for (const line of [
    "longhand_runs_started_total 2",
    'longhand_runs_ended_total{status="done"} 1',
    'longhand_runs_ended_total{status="full"} 1',
    "longhand_overflow_total 1",
    'longhand_model_requests_total{outcome="ok"} 2',
    'longhand_model_requests_total{outcome="WAIT"} 1',
    'longhand_model_retries_total{reason="WAIT"} 1',
    'longhand_tool_calls_total{tool="list_files",ok="true"} 1',
    "longhand_steps_total 2",
    "longhand_subagents_active 0",
    "longhand_runs_active 0",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toMatch(/longhand_model_requests_total\{outcome="OVERFLOW"\} [12]/);
  expect(text).toMatch(/longhand_model_tokens_total\{kind="input"\} [1-9]/);
  expect(text).toContain("longhand_process_resident_memory_bytes");
  expect(app.alerts).toEqual([]);
});
