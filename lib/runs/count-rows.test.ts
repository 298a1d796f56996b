import { afterEach, expect, test } from "vitest";
import { plainEstimator, readEstimate } from "#lib/context/index.ts";
import { loadTokenizer } from "#lib/models/index.ts";
import { countRows } from "./count-rows.ts";
import { currentEstimator, estimatorByRule } from "./counting.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { call, inTurn } from "./scripts.fixture.ts";

let app: TestRuntime | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function readingChat() {
  app = await startTestRuntime({ script: inTurn(call("list_files", { path: "/workspace" })) });
  const chat = await app.turn(await app.newChat(), "Посмотри, что здесь есть");
  return { app, chat, rows: await app.runtime.store.messages.path(chat.id) };
}

test("rows are stored with their size by the plain rule and by that of the model, each counted once", async () => {
  const { app, rows } = await readingChat();
  for (const { estimate } of rows) {
    expect(estimate.profile).toBe("script");
    expect(estimate.also?.profile).toMatch(/^o200k/);
  }
  expect(app.runtime.estimates.computed).toBe(rows.length);
});

test("after a change of the model each row is counted once more, and kept", async () => {
  const { app, chat, rows } = await readingChat();
  const { runtime } = app;
  runtime.provider.modelId = "mistral-large";
  const estimator = currentEstimator(runtime);
  expect(estimator.rule.profile).toBe("unknown");
  const count = () => countRows(runtime, { conversationId: chat.id, rows, estimator });
  const entries = await count();
  expect(runtime.estimates.computed).toBe(2 * rows.length);
  for (const [at, entry] of entries.entries()) {
    expect(entry.plain).toBe(readEstimate(rows[at]?.estimate));
    expect(entry.tokens).toBeGreaterThan(entry.plain);
  }
  expect(await count()).toEqual(entries);
  expect(runtime.estimates.computed).toBe(2 * rows.length);
});

test("a run counts by the table until the tokenizer of its model is there, and says by which rule", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const { runtime } = app;
  expect(currentEstimator(runtime).rule).toEqual({ profile: "o200k", version: 1 });
  await loadTokenizer("o200k");
  await expect.poll(() => currentEstimator(runtime).rule.profile).toBe("o200k, sampled");
  const chat = await app.turn(await app.newChat(), "hello");
  const run = await runtime.store.runs.newest(chat.id);
  expect(JSON.parse(run?.frozen ?? "{}").rule).toEqual({ profile: "o200k, sampled", version: 1 });
  expect((await runtime.store.requests.list(chat.id))[0]?.report).toMatchObject({
    rule: { profile: "o200k, sampled" },
  });
});

test("a run that is gone on with counts as it began, also when its rule needs a tokenizer that is not loaded", async () => {
  app = await startTestRuntime({ script: inTurn() });
  const byRule = (profile: string, version = 1) => estimatorByRule(app?.runtime as never, { profile, version });
  expect((await byRule("cl100k, sampled")).rule.profile).toBe("cl100k, sampled");
  expect((await byRule("qwen")).rule.profile).toBe("qwen");
  expect(await byRule("script")).toMatchObject({ rule: plainEstimator.rule });
  // A rule of another version is no more.
  expect((await byRule("qwen", 99)).rule.profile).toMatch(/^o200k/);
  expect((await estimatorByRule(app.runtime, undefined)).rule.profile).toMatch(/^o200k/);
});
