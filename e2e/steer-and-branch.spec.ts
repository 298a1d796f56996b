import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type ModelServer, type ParsedRequest, type Reply, startModelServer } from "#lib/models/server/index.ts";
import { textOf } from "./support/check-log.ts";
import { newestTask, pastCalls, run } from "./support/minds.ts";
import { type App, startApp } from "./support/start-app.ts";

let server: ModelServer;
let app: App;
const received: string[][] = [];

/** "work on x" costs a command that lasts until there is a file x; anything else is answered with a number and what was said. */
function mind(request: ParsedRequest): Reply {
  const said = request.messages.flatMap(({ role, text }) => (role === "user" ? [text] : []));
  received.push(said);
  const name = /^work on (\w+)$/.exec(newestTask(request))?.[1];
  if (name && pastCalls(request).length === 0) return run(`while [ ! -f ${name} ]; do sleep 0.1; done`);
  return { text: `Answer ${received.length} to ${newestTask(request)}.` };
}

const finishWork = (name: string) => writeFile(path.join(app.dataFolder, "workspaces", "sample", name), "done");

test.beforeAll(async () => {
  server = await startModelServer({ perChunkMilliseconds: 5, firstByteMilliseconds: 0, script: mind });
  app = await startApp({ modelUrl: server.url });
});

test.beforeEach(() => {
  received.length = 0;
});

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

const composer = (page: Page) => page.getByRole("textbox", { name: "Message to the agent" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const dock = (page: Page) => page.getByRole("region", { name: "Messages that wait" });
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

async function say(page: Page, text: string, key = "Enter") {
  await composer(page).fill(text);
  await composer(page).press(key);
}

async function begin(page: Page, text: string): Promise<string> {
  await page.goto(app.url);
  await say(page, text);
  await page.waitForURL(/\/chats\//);
  return idOf(page);
}

/** The texts of the branch as the model would get them. */
async function branch(chatId: string): Promise<string[]> {
  return (await app.api.messages(chatId)).filter((row) => row.onPath && row.role !== "tool").map(textOf);
}

test("what is sent while the agent works reaches this turn with Enter and the next one with Ctrl + Enter", async ({
  page,
}) => {
  const chatId = await begin(page, "work on steering");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await say(page, "in French please");
  await expect(dock(page).getByRole("listitem")).toHaveCount(1);
  await say(page, "then the second part", "Control+Enter");
  await expect(dock(page).getByRole("listitem")).toHaveCount(2);
  await expect(dock(page)).toContainText("next turn");
  await finishWork("steering");
  await expect(log(page).getByText("Sent while the agent was working")).toBeVisible();
  await expect(log(page)).toContainText("to then the second part.");
  await expect(dock(page)).toBeHidden();
  await app.api.waitFor(chatId, "idle");
  const rows = await app.api.messages(chatId);
  expect(rows.filter((row) => row.role === "user").map((row) => row.kind)).toEqual(["person", "steer", "person"]);
});

test("a waiting message can be changed, moved, removed and brought back, and survives a reload", async ({ page }) => {
  const chatId = await begin(page, "work on waiting");
  const lines = dock(page).getByRole("listitem");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  for (const [index, text] of ["first", "second", "third"].entries()) {
    await say(page, text, "Control+Enter");
    await expect(lines).toHaveCount(index + 1);
  }
  await lines.filter({ hasText: "third" }).getByRole("button", { name: "Move up" }).click();
  await expect(lines.nth(1)).toContainText("third");
  await lines.filter({ hasText: "second" }).getByRole("button", { name: "Remove" }).click();
  await expect(lines).toHaveCount(2);
  await lines.filter({ hasText: "first" }).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Change the waiting message" }).fill("first, changed");
  await page.keyboard.press("Enter");
  await expect(lines.first()).toContainText("first, changed");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await app.api.waitFor(chatId, "stopped");
  await page.reload();
  await expect(dock(page)).toContainText("They wait until you send them.");
  await expect(lines).toHaveCount(3);
  await lines.first().getByRole("button", { name: "Send" }).click();
  await expect(lines).toHaveCount(2);
  await expect(log(page)).toContainText("to first, changed.");
  await app.api.waitFor(chatId, "idle");
  expect(await branch(chatId)).not.toContain("third");
});

test("Stop works after a reload, and says who stopped and when", async ({ page, context }) => {
  const chatId = await begin(page, "work on stopping");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(log(page).getByText(/Stopped by you at/)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${app.url}/chats/${chatId}`);
  await expect(log(other).getByText(/Stopped by you at/)).toBeVisible();
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(log(page)).toContainText("Answer");
  await app.api.waitFor(chatId, "idle");
});

test("an edited message is a new version; the pager shows the other one, and nothing of it is sent", async ({
  page,
}) => {
  const chatId = await begin(page, "one");
  await expect(log(page)).toContainText("Answer 1 to one.");
  await say(page, "two");
  await expect(log(page)).toContainText("Answer 2 to two.");
  await composer(page).press("ArrowUp");
  await page.getByRole("textbox", { name: "The message, written anew" }).fill("zwei");
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("Answer 3 to zwei.");
  await expect(log(page)).not.toContainText("to two.");
  expect(received.at(-1)).toEqual(["one", "zwei"]);
  await log(page).getByRole("button", { name: "The version before" }).click();
  await expect(log(page)).toContainText("Answer 2 to two.");
  await expect(log(page)).not.toContainText("zwei");
  await say(page, "three");
  await expect(log(page)).toContainText("to three.");
  expect(received.at(-1)).toEqual(["one", "two", "three"]);
  await page.reload();
  await expect(log(page)).toContainText("to three.");
  await expect(log(page)).not.toContainText("zwei");
  await page.goto(`${app.url}/transcripts/${chatId}`);
  await expect(page.getByText("Answer 3 to zwei.")).toBeVisible();
  await expect(page.getByText("another version").first()).toBeVisible();
});

test("an answer given anew twice has three versions; after a reload the newest is there and is the one that counts", async ({
  page,
}) => {
  const chatId = await begin(page, "one");
  for (const number of [1, 2, 3]) {
    await expect(log(page)).toContainText(`Answer ${number} to one.`);
    await app.api.waitFor(chatId, "idle");
    if (number < 3) await log(page).getByRole("button", { name: "Answer again" }).click();
  }
  await page.reload();
  await expect(log(page)).toContainText("Answer 3 to one.");
  await expect(log(page).getByRole("group", { name: "Versions" })).toContainText("3 / 3");
  await expect(log(page)).not.toContainText("Answer 1");
  await log(page).getByRole("button", { name: "The version before" }).click();
  await expect(log(page)).toContainText("Answer 2 to one.");
  await expect(log(page)).not.toContainText("Answer 3");
  expect(await branch(chatId)).toEqual(["one", "Answer 2 to one."]);
});

test("a tab that is behind gets a conflict, keeps its text and can send it again; nothing is lost", async ({
  page,
  context,
}) => {
  const chatId = await begin(page, "from A");
  await expect(log(page)).toContainText("to from A.");
  const behind = await context.newPage();
  await behind.route("**/events", (route) => route.abort());
  await behind.goto(`${app.url}/chats/${chatId}`);
  await expect(log(behind)).toContainText("to from A.");
  await say(page, "A again");
  await expect(log(page)).toContainText("to A again.");
  await app.api.waitFor(chatId, "idle");
  await say(behind, "from B");
  await expect(behind.getByText("This chat has moved on in another tab.")).toBeVisible();
  await expect(log(behind)).toContainText("to A again.");
  await behind.getByRole("button", { name: "Try again" }).click();
  await expect(log(page)).toContainText("to from B.");
  expect((await branch(chatId)).filter((text) => !text.startsWith("Answer"))).toEqual(["from A", "A again", "from B"]);
});

test("Enter pressed twice sends once", async ({ page }) => {
  const chatId = await begin(page, "hello");
  await expect(log(page)).toContainText("to hello.");
  await composer(page).fill("only once");
  await composer(page).evaluate((element) => {
    for (let press = 1; press <= 2; press++) {
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    }
  });
  await expect(log(page)).toContainText("to only once.");
  await app.api.waitFor(chatId, "idle");
  expect((await branch(chatId)).filter((text) => text === "only once")).toHaveLength(1);
});
