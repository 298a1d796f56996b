import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/models/server/index.ts";
import { checkLog } from "../support/check-log.ts";
import { runKeepCommand } from "../support/keep-command.ts";
import { pastCalls, run } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

const DAY = 24 * 3_600_000;
const STEPS = 12;

let app: App;
let server: ModelServer;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "longhand-clock-"));
  server = await startModelServer({
    perChunkMilliseconds: 0,
    script(request) {
      const done = pastCalls(request).length;
      return done < STEPS ? run(`sleep 0.2; echo ${done}`) : { text: "All done." };
    },
  });
  const preload = pathToFileURL(path.resolve("e2e/support/shifted-clock.mjs")).href;
  const environment = { NODE_OPTIONS: `--import ${preload}`, LONGHAND_CLOCK_FILE: path.join(folder, "shift") };
  app = await startApp({ modelUrl: server.url, api: "responses", environment });
});

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const setClock = (days: number) => writeFile(path.join(folder, "shift"), String(days * DAY));
const resultsOf = async (chatId: string) =>
  (await app.api.messages(chatId)).filter((row) => row.role === "tool").length;

test("a clock that jumps a day forward and back ends no run, and the next start goes on with it", async () => {
  const chatId = await app.api.createChat();
  await app.api.send(chatId, "count");
  await expect.poll(() => resultsOf(chatId)).toBeGreaterThan(1);
  await setClock(1);
  await expect.poll(() => resultsOf(chatId)).toBeGreaterThan(3);
  expect((await app.api.chat(chatId)).status).toBe("running");
  await app.kill9();
  // The last sign of life of the killed process lies a day ahead from here on.
  await setClock(0);
  await app.restart();
  await app.api.waitFor(chatId, "idle");
  const rows = await app.api.messages(chatId);
  expect(checkLog(rows)).toMatchObject({ gaps: [], unpaired: [] });
  expect(rows.filter((row) => row.role === "tool")).toHaveLength(STEPS);

  expect(await app.api.turn(chatId, "count again")).toMatchObject({ status: "idle" });
  await setClock(-1);
  expect(await app.api.turn(chatId, "and again")).toMatchObject({ status: "idle" });
  expect(checkLog(await app.api.messages(chatId))).toMatchObject({ gaps: [], unpaired: [] });
  expect(app.alerts()).toEqual([]);
  expect(await runKeepCommand("verify", app.dataFolder)).toMatchObject({ code: 0 });
});
