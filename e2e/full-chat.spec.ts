import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import { type App, startApp } from "./support/start-app.ts";

const LOCALES = ["en", "fr", "id", "kk", "nl", "ru", "zh", "ja"] as const;
const REAL_WINDOW = 16_000;

let server: ModelServer;
let app: App;
let full: { id: string; lastMessage: string };

test.beforeAll(async () => {
  server = await startModelServer({
    window: REAL_WINDOW,
    perChunkMilliseconds: 0,
    script: (request) => {
      const last = request.messages.findLast((message) => message.role === "user")?.text ?? "";
      const isAnswered = request.messages.at(-1)?.role === "tool";
      if (last.includes("note.txt") && !isAnswered) {
        const isWrite = last.startsWith("Write");
        const path = "/workspace/note.txt";
        return isWrite
          ? { calls: [{ name: "write_file", arguments: { path, content: "built in the old chat" } }] }
          : { calls: [{ name: "read_file", arguments: { path } }] };
      }
      return { text: "Done." };
    },
  });
  app = await startApp({ modelUrl: server.url, environment: { LONGHAND_CONTEXT_WINDOW: "128000" } });
  full = await fillChat();
});

test.afterAll(async () => {
  await app.dispose();
  await server.close();
});

function wordsOf(locale: string): { sentence: string; button: string } {
  const file = path.resolve(`lib/i18n/messages/${locale}.json`);
  return (JSON.parse(readFileSync(file, "utf8")) as { overflow: { sentence: string; button: string } }).overflow;
}

/** A first message and a second one that only together are more than the model reads; between them a file is built. */
async function fillChat(): Promise<{ id: string; lastMessage: string }> {
  const id = await app.api.createChat();
  await app.api.send(id, `Write note.txt. ${"A long first message. ".repeat(1_400)}`);
  await app.api.waitFor(id, "idle");
  const before = server.stats().requests;
  const lastMessage = `Next step, word for word: ${"more and more text ".repeat(1_800)}`;
  await app.api.send(id, lastMessage);
  await app.api.waitFor(id, "full");
  expect(server.stats().requests - before).toBeLessThanOrEqual(2);
  return { id, lastMessage };
}

for (const locale of LOCALES) {
  test(`a full chat shows one sentence and one button (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(`${app.url}/chats/${full.id}`);
    const { sentence, button } = wordsOf(locale);
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: button, exact: true })).toHaveCount(1);
    await context.close();
  });
}

test("one click makes the next chat, with the draft and everything built; a second click opens the same one", async ({
  page,
}) => {
  const { id, lastMessage } = full;
  const rowsBefore = await app.api.messages(id);
  const { button } = wordsOf("en");
  await page.goto(`${app.url}/chats/${id}`);
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  const nextId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await expect(page.getByRole("textbox").first()).toHaveValue(lastMessage);

  await page.goto(`${app.url}/chats/${id}`);
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(nextId));

  await page.getByRole("textbox").first().fill("Read note.txt");
  await page.keyboard.press("Enter");
  await app.api.waitFor(nextId, "idle");
  const rows = await app.api.messages(nextId);
  expect(rows[0]?.kind).toBe("handoff");
  expect(JSON.stringify(rows)).toContain("built in the old chat");

  expect(await app.api.messages(id)).toEqual(rowsBefore);
  expect((await app.api.chat(id)).continuedTo).toBe(nextId);
  expect(app.logLines().filter((line) => line.includes('"alert":true'))).toEqual([]);
});
