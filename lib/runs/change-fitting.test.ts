import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Chat } from "#lib/store/index.ts";
import { changeFitting } from "./change-fitting.ts";
import { continueChat } from "./continue-chat.ts";
import { startTestRuntime, type TestRuntime } from "./runtime.fixture.ts";
import { inTurn, read } from "./scripts.fixture.ts";

const ROUNDS = 12;
let app: TestRuntime;
afterEach(() => app.close());

/** A turn that reads more than the window holds, with a pin on its first round or without. */
async function startReading(): Promise<Chat> {
  const rounds = Array.from({ length: ROUNDS }, (_, n) => read(`${n}.txt`));
  app = await startTestRuntime({
    ...{ window: 16_000, keepBodies: 50 },
    script: (request) =>
      request.requestNumber === 1
        ? read("0.txt")
        : request.requestNumber === 2
          ? { text: "Read." }
          : inTurn(...rounds)({ ...request, requestNumber: request.requestNumber - 2 }),
  });
  for (let n = 0; n < ROUNDS; n++) await writeFile(path.join(app.workspacePath, `${n}.txt`), `page ${n} `.repeat(700));
  return app.turn(await app.newChat(), "Read the first page.");
}

const resultOf = async (chat: Chat) =>
  (await app.runtime.store.messages.path(chat.id)).find(({ role }) => role === "tool")?.id ?? "";
const lastBody = () => app.server.stats().lastRequests.at(-1)?.body ?? "";

test("a pinned round stays whole in every request, while newer ones are cleared", async () => {
  const chat = await startReading();
  await changeFitting(app.runtime, chat, { pins: [await resultOf(chat)] });
  const again = (await app.runtime.store.chats.get(chat.id)) as Chat;
  expect((await app.turn(again, "Now all of them.")).status).toBe("idle");
  expect(lastBody()).toContain("page 0 page 0 page 0");
  expect(lastBody()).not.toContain("page 1 page 1 page 1");
});

test("without the pin it is the first to be cleared", async () => {
  const chat = await startReading();
  expect((await app.turn(chat, "Now all of them.")).status).toBe("idle");
  expect(lastBody()).not.toContain("page 0 page 0 page 0");
});

test("what is chosen is kept with the chat, goes to the next one without its pins, and holds what was not named", async () => {
  const chat = await startReading();
  await changeFitting(app.runtime, chat, { lowWaterMark: 0.8, pins: [await resultOf(chat)] });
  const changed = (await app.runtime.store.chats.get(chat.id)) as Chat;
  await changeFitting(app.runtime, changed, { answeredFirst: true });
  const kept = (await app.runtime.store.chats.get(chat.id)) as Chat;
  expect(kept.fitting).toEqual({ lowWaterMark: 0.8, answeredFirst: true, pins: [await resultOf(chat)] });
  const { id } = await continueChat(app.runtime, kept, {});
  expect((await app.runtime.store.chats.get(id))?.fitting).toEqual({
    lowWaterMark: 0.8,
    answeredFirst: true,
    pins: [],
  });
});

test("more than a quarter of the budget cannot be pinned, and neither can what is not there", async () => {
  const chat = await startReading();
  const rows = await app.runtime.store.messages.path(chat.id);
  app.runtime.env.contextWindow = 3_000;
  await expect(changeFitting(app.runtime, chat, { pins: rows.map(({ id }) => id) })).rejects.toMatchObject({
    code: "too-much-pinned",
  });
  await expect(changeFitting(app.runtime, chat, { pins: ["other"] })).rejects.toMatchObject({ status: 400 });
  expect((await app.runtime.store.chats.get(chat.id))?.fitting).toBeUndefined();
});
