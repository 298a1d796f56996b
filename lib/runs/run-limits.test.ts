import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Reply } from "#lib/models/server/index.ts";
import type { Chat } from "#lib/store/index.ts";
import { continueRun } from "./continue-run.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { inTurn, read, textOf } from "./scripts.fixture.ts";

let app: TestRuntime;
afterEach(() => app.close());

const wordLines = (lines: number) => `${"word ".repeat(10)}\n`.repeat(lines);
/** About 1,850 tokens as measured, 2,350 as estimated. */
const WORDS = wordLines(180);

async function start(options: Parameters<typeof startTestRuntime>[0]): Promise<void> {
  app = await startTestRuntime({ keepBodies: 50, ...options });
}

const fill = (name: string, text: string) => writeFile(path.join(app.workspacePath, name), text);
const requestsOf = (chat: Chat) => app.runtime.store.requests.list(chat.id);

async function goOn(chat: Chat): Promise<Chat> {
  await continueRun(app.runtime, chat);
  return app.settled(chat);
}

interface Body {
  input: unknown[];
  max_output_tokens: number;
}

const bodies = (): Body[] => app.server.stats().lastRequests.map(({ body }) => JSON.parse(body ?? "") as Body);

function expectSameBeginning(earlier: Body | undefined, later: Body | undefined): void {
  const begun = earlier?.input ?? [];
  expect(JSON.stringify(later?.input.slice(0, begun.length))).toBe(JSON.stringify(begun));
}

test("one turn that grows past the window is fitted before every step, and none is refused", async () => {
  const rounds = 10;
  await start({ window: 16_000, script: inTurn(...Array.from({ length: rounds }, (_, n) => read(`${n}.txt`))) });
  for (let n = 0; n < rounds; n++) await fill(`${n}.txt`, WORDS);
  const chat = await app.turn(await app.newChat(), "read all");
  expect(chat.status).toBe("idle");
  const stats = app.server.stats();
  expect([stats.requests, stats.overflows, stats.refusals]).toEqual([rounds + 1, 0, {}]);
  expect(rounds * 1_800).toBeGreaterThan(16_000);
  const sent = bodies().map(({ input }) => JSON.stringify(input));
  expect(sent.at(-1)).toContain("This result was cleared");
  expect(sent.at(-1)).toContain(JSON.stringify(WORDS.trimEnd()).slice(1, -1));
  const rows = await app.runtime.store.messages.path(chat.id);
  expect(rows.filter((row) => row.role === "tool").every((row) => textOf(row).trimEnd() === WORDS.trimEnd())).toBe(
    true,
  );
});

test.each([
  ["a new turn", false],
  ["a restart", true],
])("what was cleared stays so with the same bytes after %s", async (_, restarts) => {
  const rounds = 6;
  await start({ window: 16_000, script: inTurn(...Array.from({ length: rounds }, (_, n) => read(`${n}.txt`))) });
  for (let n = 0; n < rounds; n++) await fill(`${n}.txt`, WORDS);
  const chat = await app.turn(await app.newChat(), "read all");
  if (restarts) await app.restart();
  await app.turn(chat, "and now?");
  const [earlier, later] = bodies().slice(-2);
  expect(JSON.stringify(earlier)).toContain("This result was cleared");
  expectSameBeginning(earlier, later);
  expect(app.server.stats().overflows).toBe(0);
});

test("an answer that was cut off for length pauses the run, and Continue goes on from it", async () => {
  await start({ script: inTurn({ text: "The first half", finishReason: "length" }, { text: "and the second." }) });
  const chat = await app.turn(await app.newChat(), "write");
  expect(chat).toMatchObject({ status: "paused", error: { guard: "length" } });
  const done = await goOn(chat);
  expect(done.status).toBe("idle");
  expect(JSON.stringify(bodies().at(-1)?.input)).toContain("The first half");
  const rows = await app.runtime.store.messages.path(chat.id);
  expect(rows.filter((row) => row.role === "assistant").map(textOf)).toEqual(["The first half", "and the second."]);
});

test("a refusal never becomes part of the history: try six is as large as try one", async () => {
  await start({ script: inTurn() });
  const body = { error: { message: "Something about this request is odd.", type: "invalid_request_error" } };
  app.server.addFaults({ kind: "status", status: 400, times: 5, body });
  let chat = await app.turn(await app.newChat(), "continue");
  for (let tries = 1; tries < 6; tries++) {
    expect(chat.status).toBe("failed");
    chat = await goOn(chat);
  }
  expect(chat.status).toBe("idle");
  const requests = app.server.stats().lastRequests;
  expect(requests).toHaveLength(6);
  expect(new Set(requests.map((request) => request.body)).size).toBe(1);
  expect(app.alerts).toEqual([]);
});

test("a limit per minute that is smaller than the request is kept to once, output included", async () => {
  const rounds = 6;
  await start({ window: 64_000, script: inTurn(...Array.from({ length: rounds }, (_, n) => read(`${n}.txt`))) });
  for (let n = 0; n < rounds; n++) await fill(`${n}.txt`, wordLines(300));
  const message =
    "Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 14000, Requested 37337. The input or output tokens must be reduced in order to run successfully.";
  const body = { error: { message, type: "tokens", param: null, code: "rate_limit_exceeded" } };
  app.server.addFaults({ kind: "status", status: 429, skip: rounds, body });
  const chat = await app.turn(await app.newChat(), "read all");
  expect(chat.status).toBe("idle");
  const { requests, lastRequests } = app.server.stats();
  expect(requests).toBe(rounds + 2);
  const [refused, sent] = lastRequests.slice(-2);
  expect(refused?.inputTokens).toBeGreaterThan(14_000);
  expect((sent?.inputTokens ?? 0) + (bodies().at(-1)?.max_output_tokens ?? 0)).toBeLessThanOrEqual(14_000);
  expect(app.alerts).toEqual([]);
});

test("a refusal after which nothing can be made smaller is not sent again", async () => {
  await start({ window: 200_000, script: inTurn() });
  const body = {
    type: "error",
    error: { type: "invalid_request_error", message: "prompt is too long: 213462 tokens > 200000 maximum" },
  };
  app.server.addFaults({ kind: "status", status: 400, times: 9, body });
  const chat = await app.turn(await app.newChat(), "task");
  expect(chat).toMatchObject({ status: "full", error: { class: "OVERFLOW", used: 213_462, limit: 200_000 } });
  expect(app.server.stats().requests).toBe(1);
  expect(app.alerts).toEqual([]);
});

test("half an answer that failed is kept beside the path and is not sent", async () => {
  const half: Reply = { text: "This will be cut in the middle of it." };
  await start({ script: inTurn(half, half), chunkSize: 8 });
  const error = { code: "context_length_exceeded", message: "Your input exceeds the context window of this model." };
  app.server.addFaults({ kind: "stream-error", times: 2, afterChunks: 2, error });
  const chat = await app.turn(await app.newChat(), "write");
  expect(chat.status).toBe("full");
  const { messages } = await app.runtime.store.messages.page(chat.id);
  expect(messages.map(({ kind, state, onPath }) => [kind, state, onPath])).toEqual([
    ["person", "complete", true],
    ["step", "failed", false],
  ]);
  expect(messages[1]?.content).toEqual([{ type: "text", text: "This will be cut" }]);
  const done = await goOn(chat);
  expect(done.status).toBe("idle");
  const [first, , third] = app.server.stats().lastRequests;
  expect(third?.body).toBe(first?.body);
});

test("a connection that breaks in the middle is tried again, and only the whole answer is stored", async () => {
  await start({ script: inTurn({ text: "never whole" }, { text: "This is the whole answer." }), chunkSize: 4 });
  app.server.addFaults({ kind: "cut", afterChunks: 1 });
  const chat = await app.turn(await app.newChat(), "write");
  expect(chat.status).toBe("idle");
  const { messages } = await app.runtime.store.messages.page(chat.id);
  expect(messages.map(({ kind, state }) => [kind, state])).toEqual([
    ["person", "complete"],
    ["step", "complete"],
  ]);
  const requests = await requestsOf(chat);
  expect(requests.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test("a model that nobody knows does not refuse a message for its script: the provider's own count decides", async () => {
  await start({ window: 16_000, script: inTurn() });
  app.runtime.provider.modelId = "my-own-model";
  const chat = await app.newChat();
  for (let turn = 1; turn <= 4; turn++) {
    expect((await app.turn(chat, "слово и ещё одно слово ".repeat(3_600))).status).toBe("idle");
  }
  expect(app.server.stats()).toMatchObject({ requests: 4, overflows: 0 });
});

test("instructions and tools that do not fit are not sent, and no new chat is promised", async () => {
  await start({ window: 1_500, script: inTurn() });
  const chat = await app.turn(await app.newChat(), "hello");
  expect(chat).toMatchObject({ status: "full", error: { cause: "fixed" } });
  expect(app.server.stats().requests).toBe(0);
});
