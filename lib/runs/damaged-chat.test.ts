import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Chat } from "#lib/store/index.ts";
import { openSql } from "#lib/store/sql-connection.ts";
import { continueChat } from "./continue-chat.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";

let app: TestRuntime;
let chat: Chat;
beforeEach(async () => {
  app = await startTestRuntime({ script: () => ({ text: "An answer." }) });
  chat = await app.newChat();
  await app.turn(chat, "The first question");
});
afterEach(() => app.close());

/** Cuts the stored content of the answer. */
async function damageAnswer(): Promise<string> {
  const [, answer] = await app.runtime.store.messages.path(chat.id);
  const database = await openSql(path.join(app.runtime.env.dataFolder, "longhand.db"));
  await database.all("UPDATE Message SET content = '[{' WHERE id = ?", [answer?.id ?? ""]);
  database.close();
  return answer?.id ?? "";
}

it("a run over a damaged row ends as failed and says which row, and nothing is overwritten", async () => {
  const damaged = await damageAnswer();
  const requests = app.server.stats().requests;
  const after = await app.turn(chat, "The second question");
  expect(after).toMatchObject({
    status: "failed",
    error: { class: "DATABASE", message: expect.stringContaining(damaged) },
  });
  expect(app.alerts).toEqual(["database"]);
  expect(app.server.stats().requests).toBe(requests);
  const { messages } = await app.runtime.store.messages.page(chat.id);
  expect(messages.map(({ damaged: isDamaged }) => isDamaged ?? false)).toEqual([false, true, false]);
});

it("the next chat can be made from a damaged one", async () => {
  await damageAnswer();
  const next = await continueChat(app.runtime, chat, {});
  const [handoff] = await app.runtime.store.messages.path(next.id);
  expect(handoff?.kind).toBe("handoff");
  expect(JSON.stringify(handoff?.content)).toContain("The first question");
});
