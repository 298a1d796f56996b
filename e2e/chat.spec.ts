import { expect, type Page, test } from "@playwright/test";
import { type ModelServer, type ParsedRequest, type Reply, startModelServer } from "#lib/models/server/index.ts";
import { call, isSubagent, newestTask } from "./support/minds.ts";
import { type App, startApp } from "./support/start-app.ts";

const LINES = Array.from({ length: 60 }, (_, index) => `Sentence number ${index + 1} of the answer.`);

let server: ModelServer;
let app: App;

/** Does what the newest message asks for, one call and then an answer. */
function mind(request: ParsedRequest): Reply {
  const task = newestTask(request);
  if (isSubagent(request)) return { text: `**Findings** of ${task}` };
  if (request.messages.at(-1)?.role === "tool") return { text: "All done." };
  if (task.startsWith("Tell")) return { text: LINES.join("\n\n") };
  if (task.startsWith("Write"))
    return call("write_file", { path: "/workspace/made.txt", content: "made by the agent" });
  if (task.startsWith("Sleep")) return call("run_command", { command: "sleep 60" });
  if (task.startsWith("Delegate")) {
    const tasks = ["the first half", "the second half"];
    return { calls: tasks.map((part) => ({ name: "run_subagent", arguments: { title: part, task: part } })) };
  }
  if (task.startsWith("Picture"))
    return { text: "Look: ![secret](http://203.0.113.7/x.png) and [a link](https://example.org)." };
  return { text: `You wrote ${task.length} characters.` };
}

test.beforeAll(async () => {
  server = await startModelServer({ perChunkMilliseconds: 20, firstByteMilliseconds: 0, chunkSize: 40, script: mind });
  app = await startApp({ modelUrl: server.url });
});

test.afterAll(async () => {
  await app.dispose();
  await server.close();
});

const composer = (page: Page) => page.getByRole("textbox", { name: "Message to the agent" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

async function say(page: Page, text: string) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Begins a chat from the start page; answers its id. */
async function begin(page: Page, text: string): Promise<string> {
  await page.goto(app.url);
  await say(page, text);
  await page.waitForURL(/\/chats\//);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

test("a first message makes a chat, with its title, its tool call and the file that was built", async ({ page }) => {
  const id = await begin(page, "Write a file\nfor me");
  await expect(log(page).getByText("All done.")).toBeVisible();
  await expect(log(page).getByRole("button", { name: /Wrote made\.txt/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Write a file", exact: true }).first()).toBeVisible();
  expect((await app.api.chat(id)).status).toBe("idle");
});

test("a tab that is closed in the middle misses nothing, and nothing is doubled", async ({ page, context }) => {
  const id = await begin(page, "Tell me a long story");
  await expect(log(page).getByText(LINES[3] ?? "", { exact: true })).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${app.url}/chats/${id}`);
  await expect(log(again).getByText(LINES[0] ?? "", { exact: true })).toBeVisible();
  await expect(log(again).getByText(LINES.at(-1) ?? "", { exact: true })).toBeVisible();
  await app.api.waitFor(id, "idle");
  for (const line of LINES) await expect(log(again).getByText(line, { exact: true })).toHaveCount(1);
  await again.reload();
  for (const line of LINES) await expect(log(again).getByText(line, { exact: true })).toHaveCount(1);
});

test("Stop works from another tab, after a reload", async ({ page, context }) => {
  const id = await begin(page, "Sleep");
  await expect(log(page).getByRole("button", { name: /sleep 60/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${app.url}/chats/${id}`);
  const before = server.stats().requests;
  await other.getByRole("button", { name: "Stop", exact: true }).click();
  await app.api.waitFor(id, "stopped");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  await expect(page.getByText(/Stopped by you/).first()).toBeVisible();
  expect(server.stats().requests).toBe(before);
});

test("a subagent's card opens its own thread, and both are in the transcripts", async ({ page }) => {
  await begin(page, "Delegate this work");
  await expect(log(page).getByText("All done.")).toBeVisible();
  await log(page)
    .getByRole("link", { name: /the first half/ })
    .first()
    .click();
  await expect(log(page).getByText("Findings", { exact: true })).toBeVisible();
  await page.goto(`${app.url}/transcripts`);
  await page.getByRole("searchbox", { name: /Filter/ }).fill("half");
  await expect(page.getByRole("link", { name: "the first half" })).toBeVisible();
  await expect(page.getByRole("link", { name: "the second half" })).toBeVisible();
  await page.getByRole("link", { name: "the second half" }).click();
  await expect(page.getByText(/of the second half$/).first()).toBeVisible();
});

test("a draft survives a reload, and a pasted book of 300,000 characters is sent whole", async ({ page }) => {
  const id = await begin(page, "Hello");
  await app.api.waitFor(id, "idle");
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await composer(page).fill("half a thought");
  await saved;
  await page.reload();
  await expect(composer(page)).toHaveValue("half a thought");
  const book = "Chapter and verse. ".repeat(16_000);
  await say(page, book);
  await expect(
    log(page)
      .getByText(/You wrote \d+ characters/)
      .last(),
  ).toBeVisible();
  await app.api.waitFor(id, "idle");
  const rows = await app.api.messages(id);
  const sent = rows.findLast((row) => row.kind === "person")?.content[0];
  expect(sent?.type === "text" && sent.text.trim()).toBe(book.trim());
});

test("a chat is renamed, and deleted with a way back", async ({ page }) => {
  const id = await begin(page, "Name me");
  await app.api.waitFor(id, "idle");
  await page.getByRole("button", { name: "Options for Name me" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name of the chat" }).fill("A better name");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "A better name" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Options for A better name" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "A better name" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "A better name" }).first()).toBeVisible();
  expect((await app.api.chat(id)).title).toBe("A better name");
});

test("the wait before a retry is shown, and the turn goes on by itself", async ({ page }) => {
  const body = {
    error: {
      message: "Rate limit reached. Please try again in 8s.",
      type: "tokens",
      param: null,
      code: "rate_limit_exceeded",
    },
  };
  server.addFaults({ kind: "status", status: 429, headers: { "retry-after": "8" }, body, match: "Patience" });
  await begin(page, "Hello");
  await expect(log(page).getByText(/You wrote 5 characters/)).toBeVisible();
  await say(page, "Patience, please");
  await expect(page.getByText(/The provider asks to wait/)).toBeVisible();
  await expect(log(page).getByText(/You wrote 16 characters/)).toBeVisible();
});

test("a refused key says so and keeps the message; nothing is sent again by itself", async ({ page }) => {
  const body = {
    error: {
      message: "Incorrect API key provided.",
      type: "invalid_request_error",
      param: null,
      code: "invalid_api_key",
    },
  };
  server.addFaults({ kind: "status", status: 401, body, match: "Locked out" });
  const before = server.stats().requests;
  const id = await begin(page, "Locked out");
  await app.api.waitFor(id, "failed");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(server.stats().requests).toBe(before + 1);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(log(page).getByText(/You wrote 10 characters/)).toBeVisible();
});

test("a picture that a model writes is not fetched from elsewhere", async ({ page }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(app.url).host) foreign.push(request.url());
  });
  await begin(page, "Picture");
  await expect(log(page).getByRole("link", { name: "a link" })).toBeVisible();
  expect(foreign.filter((url) => url.startsWith("http"))).toEqual([]);
});

test("on a phone the list is a drawer and the whole way works", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-US" });
  const page = await context.newPage();
  await begin(page, "Write a file");
  await expect(log(page).getByText("All done.")).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Open the list of chats" }).click();
  await expect(page.getByRole("link", { name: "New chat" })).toBeVisible();
  await context.close();
});
