import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestRuntime, type TestRuntime } from "#lib/runs/runtime.fixture.ts";
import { setRuntime } from "#lib/runs/runtime.ts";
import { openDatabase } from "#lib/store/database.ts";
import { openStore } from "#lib/store/index.ts";
import { handle } from "./handle.ts";

let app: TestRuntime;
beforeEach(async () => {
  app = await startTestRuntime();
  setRuntime(Promise.resolve(app.runtime));
});
afterEach(() => app.close());

async function answerOf(work: () => Promise<unknown>) {
  const route = handle(async () => {
    await work();
    return new Response();
  });
  const request = new Request("http://127.0.0.1:3210/api/x", { headers: { host: "127.0.0.1:3210" } });
  const response = await route(request, { params: Promise.resolve({}) });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, ...error };
}

it("says in words that the disk is full, and tells the operator", async () => {
  const url = pathToFileURL(path.join(app.runtime.env.dataFolder, "longhand.db")).href;
  const database = await openDatabase({ url, now: Date.now, lockWait: 0 });
  await database.read((reader) => reader.$queryRawUnsafe("PRAGMA max_page_count = 1"));
  const data = { id: "w", name: "n".repeat(100_000), path: "/", createdAt: 0n };
  const answer = await answerOf(() => database.write(({ workspace }) => workspace.create({ data })));
  expect(answer).toMatchObject({ status: 503, code: "disk-full", message: expect.stringContaining("disk") });
  expect(answer.message).toContain("Nothing was changed");
  expect(app.alerts).toEqual(["disk"]);
  await database.close();
});

it("says in words which folder cannot be written", async () => {
  const file = path.join(app.workspacePath, "file");
  await writeFile(file, "no folder");
  const answer = await answerOf(() => mkdir(path.join(file, "below")));
  expect(answer).toMatchObject({ status: 503, code: "read-only", message: expect.stringContaining(file) });
  expect(app.alerts).toEqual(["disk"]);
});

it("says in words that the data is damaged, and how to go on", async () => {
  const dataFolder = path.join(app.workspacePath, "data");
  await mkdir(dataFolder);
  await writeFile(path.join(dataFolder, "longhand.db"), "no database");
  const answer = await answerOf(() => openStore({ dataFolder }));
  expect(answer).toMatchObject({ status: 503, code: "corrupt", message: expect.stringContaining("npm run verify") });
  expect(app.alerts).toEqual(["database"]);
});

it("calls everything else a bug, with a number to ask for", async () => {
  const answer = await answerOf(() => Promise.reject(new Error("secret detail")));
  expect(answer).toMatchObject({ status: 500, code: "bug" });
  expect(answer.message).not.toContain("secret");
  expect(app.alerts).toEqual(["bug"]);
});
