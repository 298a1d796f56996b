import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import { type App, startApp } from "./support/start-app.ts";

let app: App;
let server: ModelServer;

test.beforeEach(async () => {
  server = await startModelServer({ script: () => ({ text: "Noted." }), perChunkMilliseconds: 0 });
  app = await startApp({ modelUrl: server.url });
});

test.afterEach(async () => {
  await app?.dispose();
  await server?.close();
});

test("what stays longest is chosen per chat, messages can be pinned, and both survive a reload", async ({ page }) => {
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "Remember the number 17.");
  await page.goto(`${app.url}/chats/${chatId}`);
  await page.getByRole("button", { name: "Open the side pane" }).click();
  await page.getByRole("tab", { name: "Context" }).click();
  await expect(page.getByText("with caution: its way of counting is not known")).toBeVisible();
  await page.getByLabel("Keep my short messages when old turns are left out").check();
  await page.getByRole("combobox", { name: "What stays longest" }).selectOption("0.8");
  await page.getByText("Remember the number 17.").first().hover();
  await page.getByRole("button", { name: "Pin: always send this" }).first().click();
  const [message] = await app.api.messages(chatId);
  const chosen = { keepShortUserMessages: true, lowWaterMark: 0.8, pins: [message?.id] };
  await expect.poll(async () => (await app.api.chat(chatId)).fitting).toEqual(chosen);

  await page.reload();
  await page.getByText("Remember the number 17.").first().hover();
  await expect(page.getByRole("button", { name: "Unpin" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Unpin" }).click();
  await expect.poll(async () => (await app.api.chat(chatId)).fitting?.pins).toEqual([]);
});

test("what cannot be chosen is refused with a sentence, and nothing changes", async () => {
  const chatId = await app.api.createChat();
  for (const fitting of [{ lowWaterMark: 0.1 }, { pins: ["nothing"] }, { unknown: true }]) {
    const answer = await app.api.fetch(`/api/chats/${chatId}`, { method: "PATCH", body: { fitting } });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toMatch(/\.$/);
  }
  expect((await app.api.chat(chatId)).fitting).toBeUndefined();
});
