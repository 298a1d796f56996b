import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import { type App, startApp } from "./support/start-app.ts";

const TURNS = 100;
/** With the answers about 15 MB altogether. */
const MESSAGE = "слово и ещё одно слово ".repeat(3_600);

let app: App;
let server: ModelServer;
let chatId: string;

// It takes a while to say so much.
test.setTimeout(240_000);

test.beforeAll(async () => {
  server = await startModelServer({ script: () => ({ text: "Noted." }), perChunkMilliseconds: 0, window: 16_000 });
  app = await startApp({ modelUrl: server.url, api: "responses", window: 16_000 });
  chatId = await app.api.createChat();
  for (let turn = 1; turn <= TURNS; turn++) await app.api.turn(chatId, `${turn}. ${MESSAGE}`);
});

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

test("a message in a chat of hundreds of rows and 15 megabytes is a small request", async ({ page }) => {
  const stored = (await app.api.messages(chatId)).reduce((sum, row) => sum + row.bytes, 0);
  expect(stored).toBeGreaterThan(14_000_000);
  await page.goto(`${app.url}/chats/${chatId}`);
  await expect(page.getByText(`${TURNS}. слово`)).toBeVisible({ timeout: 60_000 });
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/messages"));
  await page.getByRole("textbox").fill("ok");
  await page.keyboard.press("Enter");
  expect((await sent).postDataBuffer()?.byteLength).toBeLessThan(2_000);
  await app.api.waitFor(chatId, "idle");
  await expect(page.getByText("Noted.").last()).toBeVisible();
  expect((await app.api.messages(chatId)).length).toBe(2 * TURNS + 2);
});
