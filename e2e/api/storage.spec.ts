import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import { openSql } from "#lib/store/sql-connection.ts";
import type { StorageView } from "#lib/store/storage-types.ts";
import { findFreePort, spawnApp } from "../support/app-process.ts";
import { checkLog } from "../support/check-log.ts";
import { runKeepCommand } from "../support/keep-command.ts";
import { writeNumbers } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

const LINES = 12;

let server: ModelServer;
let app: App;

test.beforeEach(async () => {
  server = await startModelServer({
    script: (request) =>
      writeNumbers(request, "numbers.log", LINES, (n) => `sleep 0.1; echo ${n} >> numbers.log`) ?? { text: "Done." },
  });
  app = await startApp({ modelUrl: server.url });
});

test.afterEach(async () => {
  await app.dispose();
  await server.close();
  for (const name of await readdir(path.dirname(app.dataFolder))) {
    if (name.startsWith(`${path.basename(app.dataFolder)}-`)) {
      await rm(path.join(path.dirname(app.dataFolder), name), { recursive: true });
    }
  }
});

const storageOf = async () => (await (await app.api.fetch("/api/storage")).json()) as StorageView;

const archives = async () =>
  (await readdir(path.join(app.dataFolder, "backups"))).map((name) => path.join(app.dataFolder, "backups", name));

/** Starts the app on a data folder where that must fail; what it printed. */
async function refusedStart(dataFolder: string): Promise<{ code: number | null; text: string }> {
  const lines: string[] = [];
  const { child } = spawnApp(await findFreePort(), { LONGHAND_DATA: dataFolder }, (line) => lines.push(line));
  const [code] = await once(child, "close");
  return { code, text: lines.join("\n") };
}

test("a backup while the agent works is whole, and comes back as the chat was", async () => {
  const workspace = await app.newWorkspace();
  const chatId = await app.api.createChat(workspace.id);
  await app.api.send(chatId, "Write the numbers");
  const numbers = () => readFile(path.join(workspace.path, "numbers.log"), "utf8").catch(() => "");
  await expect.poll(numbers).toContain("3\n");
  // However long the other process takes to start: the agent is in the middle of its work.
  server.addFaults({ kind: "stall", afterChunks: 0, milliseconds: 8_000 });

  const backup = await runKeepCommand("backup", app.dataFolder);
  expect(backup).toMatchObject({ code: 0 });
  const [archive = "", ...others] = await archives();
  expect(others).toEqual([]);
  expect(backup.text).toContain(archive);
  expect(await runKeepCommand("verify", app.dataFolder)).toMatchObject({ code: 0 });

  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "idle" });
  expect(await runKeepCommand("verify", app.dataFolder)).toMatchObject({ code: 0 });
  expect(await runKeepCommand("verify", app.dataFolder, "--archive", archive)).toMatchObject({ code: 0 });
  const rows = await app.api.messages(chatId);
  expect(await storageOf()).toMatchObject({ backup: { file: archive }, verification: { ok: true, problemCount: 0 } });

  const refused = await runKeepCommand("restore", app.dataFolder, archive);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain(app.url);
  expect(await app.api.messages(chatId)).toEqual(rows);

  await app.stop();
  const restored = await runKeepCommand("restore", app.dataFolder, archive);
  expect(restored).toMatchObject({ code: 0 });
  const aside = restored.text.match(/Before +(\S+)/)?.[1] ?? "";
  expect(await readFile(path.join(aside, path.basename(workspace.path), "numbers.log"), "utf8")).toContain(
    `${LINES}\n`,
  );

  // The run was at its work when the backup was made, and goes on from there.
  await app.restart();
  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "idle" });
  const again = await app.api.messages(chatId);
  expect(checkLog(again)).toMatchObject({ gaps: [], unpaired: [] });
  const before = again.findIndex((row, index) => row.id !== rows[index]?.id);
  expect(before).toBeGreaterThan(2);
  expect(again.slice(0, before)).toEqual(rows.slice(0, before));
  expect(await runKeepCommand("verify", app.dataFolder)).toMatchObject({ code: 0 });
});

test("a finished chat comes back exactly as it was", async () => {
  const workspace = await app.newWorkspace();
  const chatId = await app.api.createChat(workspace.id);
  await app.api.turn(chatId, "Write the numbers");
  const rows = await app.api.messages(chatId);
  const bodies = await Promise.all((await app.api.requests(chatId)).map(({ n }) => app.api.requestBody(chatId, n)));
  expect(await runKeepCommand("backup", app.dataFolder)).toMatchObject({ code: 0 });
  const [archive = ""] = await archives();
  await app.api.turn(chatId, "Something that the backup does not know");
  await app.stop();
  expect(await runKeepCommand("restore", app.dataFolder, archive)).toMatchObject({ code: 0 });
  await app.restart();
  expect(await app.api.messages(chatId)).toEqual(rows);
  expect(await Promise.all(bodies.map((_, index) => app.api.requestBody(chatId, index + 1)))).toEqual(bodies);
});

test("a second server on the same folder is told who has it, and the first one does not notice", async () => {
  const { code, text } = await refusedStart(app.dataFolder);
  expect(code).not.toBe(0);
  expect(text).toContain("Longhand cannot start: Another Longhand is using the data folder");
  expect(text).toContain(app.url);
  expect((await app.api.health()).ok).toBe(true);
  await app.kill9();
  await app.restart();
  expect((await app.api.health()).ok).toBe(true);
});

test("a lost database is not made anew, and a folder that cannot be used is named", async () => {
  await app.stop();
  const file = path.join(app.dataFolder, "longhand.db");
  await rename(file, `${file}.moved`);
  const lost = await refusedStart(app.dataFolder);
  expect(lost.code).not.toBe(0);
  expect(lost.text).toContain(`${file} is missing or empty`);
  expect(await readdir(app.dataFolder)).not.toContain("longhand.db");
  await rename(`${file}.moved`, file);
  await app.restart();
  expect((await app.api.health()).ok).toBe(true);

  const folder = await mkdtemp(path.join(tmpdir(), "longhand-unusable-"));
  await writeFile(path.join(folder, "file"), "");
  const unusable = await refusedStart(path.join(folder, "file", "data"));
  expect(unusable.code).not.toBe(0);
  expect(unusable.text).toContain(path.join(folder, "file", "data"));
  await rm(folder, { recursive: true });
});

test("a damaged row is found by the check, and the rest of its chat is still shown", async () => {
  const chatId = await app.api.createChat((await app.newWorkspace()).id);
  await app.api.turn(chatId, "Write the numbers");
  const rows = await app.api.messages(chatId);
  const damaged = rows[2]?.id ?? "";
  const database = await openSql(path.join(app.dataFolder, "longhand.db"));
  await database.all("UPDATE Message SET content = substr(content, 1, 5) WHERE id = ?", [damaged]);
  database.close();

  const seen = await app.api.messages(chatId);
  expect(seen[2]).toMatchObject({ id: damaged, damaged: true, content: [] });
  expect(seen.toSpliced(2, 1)).toEqual(rows.toSpliced(2, 1));
  const checked = await runKeepCommand("verify", app.dataFolder);
  expect(checked.code).toBe(1);
  expect(checked.text).toContain(`Message ${damaged}: content`);
  expect(await storageOf()).toMatchObject({ verification: { ok: false } });
  const after = await app.api.turn(chatId, "Go on");
  expect(after).toMatchObject({ status: "failed", error: { class: "DATABASE" } });
  expect(app.alerts().map(({ code }) => code)).toEqual(["database"]);
});

const fact = (page: Page, name: string) => page.locator("dl > div", { hasText: name }).locator("dd");

test("the page shows where everything is, and what was done last", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(app.url);
  await page.getByRole("link", { name: "Storage" }).click();
  await expect(page.getByRole("heading", { name: "Storage" })).toBeVisible();
  await expect(page.getByText(app.dataFolder, { exact: true })).toBeVisible();
  await expect(page.getByText("There is no backup yet.")).toBeVisible();
  await expect(page.getByText("Nothing was checked yet.")).toBeVisible();
  await expect(fact(page, "Working folders").last()).toHaveText("1");
  await page.getByRole("button", { name: "Copy the command" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm run backup");

  await runKeepCommand("backup", app.dataFolder);
  await runKeepCommand("verify", app.dataFolder);
  await page.reload();
  await expect(page.getByText("Last backup:")).toBeVisible();
  await expect(page.getByText("everything is there and whole")).toBeVisible();
  const [archive = ""] = await archives();
  await expect(page.getByText(`npm run restore -- ${archive}`)).toBeVisible();
  await rm(archive);
  await page.reload();
  await expect(page.getByText("The file of the last backup is gone")).toBeVisible();
});

for (const width of [390, 1280]) {
  test(`the page fits a screen of ${width} pixels, in light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await mkdir(path.join(app.dataFolder, "backups"), { recursive: true });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${app.url}/storage`);
      await expect(page.getByText("npm run backup")).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
}

test("the page says when it cannot be loaded, and tries again", async ({ page }) => {
  let isBroken = true;
  await page.route("**/api/storage", (route) =>
    isBroken
      ? route.fulfill({ status: 403, json: { error: { code: "x", message: "Not just now." } } })
      : route.continue(),
  );
  await page.goto(`${app.url}/storage`);
  await expect(page.getByRole("alert").filter({ hasText: "Not just now." })).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("npm run backup")).toBeVisible();
});
