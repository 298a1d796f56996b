import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Chat } from "#lib/store/index.ts";
import { continueRun } from "./continue-run.ts";
import { readRunSettings } from "./run-settings.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { inTurn, read } from "./scripts.fixture.ts";

let app: TestRuntime;
afterEach(() => app.close());

async function goOn(chat: Chat): Promise<Chat> {
  await continueRun(app.runtime, chat);
  return app.settled(chat);
}

test.each([
  ["small", "text"],
  ["large", `${"a line of words\n".repeat(4_000)}`],
])("the same call with the same %s result pauses the run at the fifth time, and Continue goes on", async (_, text) => {
  app = await startTestRuntime({ script: inTurn(...Array.from({ length: 7 }, () => read("a.txt"))) });
  await writeFile(path.join(app.workspacePath, "a.txt"), text);
  const chat = await app.turn(await app.newChat(), "look");
  expect(chat).toMatchObject({ status: "paused", error: { class: "PAUSED", guard: "repetition" } });
  expect(app.server.stats().requests).toBe(5);
  const done = await goOn(chat);
  expect(done.status).toBe("idle");
  expect(done.error).toBeUndefined();
  expect(app.server.stats().requests).toBe(8);
});

test("a run that has spent its tokens pauses before the next request, and Continue gives as many again", async () => {
  app = await startTestRuntime({ script: inTurn(read("a.txt"), read("b.txt")) });
  await app.runtime.store.settings.put("run", { spendLimit: 100 });
  let chat = await app.turn(await app.newChat(), "look");
  for (const requests of [1, 2]) {
    expect(chat).toMatchObject({ status: "paused", error: { guard: "spend" } });
    expect(app.server.stats().requests).toBe(requests);
    const rows = await app.runtime.store.messages.path(chat.id);
    expect(rows.at(-1)?.role).toBe("tool");
    chat = await goOn(chat);
  }
  expect(chat.status).toBe("idle");
  const runs = await app.runtime.store.runs.listForConversation(chat.id);
  expect(runs.every((run) => run.spent > 100)).toBe(true);
});

test("a guard that pauses a run is the person's matter and raises no alert", async () => {
  app = await startTestRuntime({ script: inTurn(read("a.txt")) });
  await app.runtime.store.settings.put("run", { spendLimit: 1 });
  await app.turn(await app.newChat(), "look");
  expect(app.alerts).toEqual([]);
});

test("without settings, or with ones that make no sense, the defaults hold", async () => {
  app = await startTestRuntime();
  const { store } = app.runtime;
  const defaults = {
    ...{ spendLimit: 50_000_000, repetitionLimit: 5, subagentsAtOnce: 8, subagentsPerRun: 64 },
    subagentStallMs: 900_000,
  };
  expect(await readRunSettings(store)).toEqual(defaults);
  await store.settings.put("run", { subagentsAtOnce: 2 });
  expect(await readRunSettings(store)).toEqual({ ...defaults, subagentsAtOnce: 2 });
  await store.settings.put("run", { spendLimit: "much" });
  expect(await readRunSettings(store)).toEqual(defaults);
});
