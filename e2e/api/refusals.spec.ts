import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type ModelServer, type ServerSettings, startModelServer } from "#lib/models/server/index.ts";
import { call, inTurn } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

let app: App;
let server: ModelServer;

test.beforeAll(async () => {
  server = await startModelServer({ script: () => ({ text: "Here is the answer." }) });
  app = await startApp({ modelUrl: server.url, api: "chat" });
});

test.beforeEach(() => server.reset({ firstByteMilliseconds: 0 }));

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

const refusal = (message: string, code: string) => ({
  error: { message, type: "invalid_request_error", param: null, code },
});

for (const { name, status, body, expected } of [
  {
    name: "a setting that the model does not know",
    status: 400,
    body: refusal("Unsupported parameter: 'temperature' is not supported with this model.", "unsupported_parameter"),
    expected: "CONFIG",
  },
  {
    name: "a wrong key",
    status: 401,
    body: refusal("Incorrect API key provided.", "invalid_api_key"),
    expected: "AUTH",
  },
  {
    name: "an empty account",
    status: 429,
    body: refusal("You exceeded your current quota, please check your plan and billing details.", "insufficient_quota"),
    expected: "BILLING",
  },
]) {
  test(`${name} is refused once and not asked again`, async () => {
    server.addFaults({ kind: "status", status, body, times: 10 });
    const alerts = app.alerts().length;
    const chatId = await app.api.createChat();
    const chat = await app.api.turn(chatId, "Hello");
    expect(chat).toMatchObject({ status: "failed", error: { class: expected } });
    expect(server.stats().requests).toBe(1);
    expect(await app.api.requests(chatId)).toMatchObject([{ n: 1, status, error: expected }]);
    expect(app.alerts()).toHaveLength(alerts);
  });
}

test("a refused chat goes on when it is asked to, from the same message", async () => {
  server.addFaults({ kind: "status", status: 401, body: refusal("Incorrect API key provided.", "invalid_api_key") });
  const chatId = await app.api.createChat();
  expect(await app.api.turn(chatId, "Hello")).toMatchObject({ status: "failed" });
  expect((await app.api.fetch(`/api/chats/${chatId}/run`, { method: "POST" })).status).toBe(202);
  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "idle" });
  expect((await app.api.messages(chatId)).map((row) => row.role)).toEqual(["user", "assistant"]);
});

for (const { name, faults } of [
  { name: "a rate limit", faults: [{ kind: "status", status: 429, headers: { "retry-after": "1" } }] },
  { name: "an overloaded server", faults: [{ kind: "status", status: 503 }] },
  { name: "a lost connection", faults: [{ kind: "destroy" }] },
  { name: "an answer that breaks off", faults: [{ kind: "cut", afterChunks: 0 }] },
] as const) {
  test(`${name} is waited for, and the person sees the wait`, async () => {
    server.addFaults(...faults);
    const alerts = app.alerts().length;
    const chatId = await app.api.createChat();
    const viewer = await app.events(chatId);
    await app.api.send(chatId, "Hello");
    const { chunk } = await viewer.waitFor((event) => event.chunk.type === "data-wait");
    expect(chunk.data).toMatchObject({ attempt: 1 });
    expect(Number(chunk.data?.untilMs)).toBeGreaterThan(0);
    expect(await app.api.waitFor(chatId)).toMatchObject({ status: "idle" });
    await viewer.close();
    expect(server.stats().requests).toBe(2);
    expect(await app.api.requests(chatId)).toMatchObject([{ attempt: 1 }, { attempt: 2, status: 200 }]);
    expect((await app.api.messages(chatId)).map((row) => row.role)).toEqual(["user", "assistant"]);
    expect(app.alerts()).toHaveLength(alerts);
  });
}

test("stop ends a wait, and no request follows", async () => {
  server.addFaults({ kind: "status", status: 429, headers: { "retry-after": "50" } });
  const chatId = await app.api.createChat();
  const viewer = await app.events(chatId);
  await app.api.send(chatId, "Hello");
  await viewer.waitFor((event) => event.chunk.type === "data-wait");
  await app.api.stop(chatId);
  expect(await app.api.waitFor(chatId, undefined, 20_000)).toMatchObject({ status: "stopped" });
  await viewer.close();
  expect(server.stats()).toMatchObject({ requests: 1, inFlight: 0 });
});

test("retries that do not help end the run with one alert", async () => {
  server.addFaults({ kind: "status", status: 503, headers: { "retry-after-ms": "1" }, times: 20 });
  const alerts = app.alerts().length;
  const chatId = await app.api.createChat();
  const chat = await app.api.turn(chatId, "Hello");
  expect(chat).toMatchObject({ status: "failed", error: { class: "TRANSIENT" } });
  expect(server.stats().requests).toBe(6);
  expect(app.alerts().slice(alerts)).toMatchObject([{ code: "retries-exhausted", id: chat.error?.id }]);
});

const OVERFLOWS: Pick<ServerSettings, "refuseIn" | "wording">[] = [
  { refuseIn: "status", wording: "numbers" },
  { refuseIn: "status", wording: "plain" },
  { refuseIn: "stream", wording: "numbers" },
  { refuseIn: "stream", wording: "plain" },
];

for (const { refuseIn, wording } of OVERFLOWS) {
  test(`a window that is smaller than declared costs one refusal (in the ${refuseIn}, ${wording})`, async () => {
    const reads = Array.from({ length: 12 }, (_, index) => call("read_file", { path: `/workspace/${index}.txt` }));
    const small = await startModelServer({ window: 16_000, refuseIn, wording, script: inTurn(...reads) });
    const own = await startApp({ modelUrl: small.url, api: "responses", window: 64_000 });
    try {
      const workspace = await own.newWorkspace();
      for (const index of reads.keys()) {
        await writeFile(path.join(workspace.path, `${index}.txt`), `line of file ${index}\n`.repeat(500));
      }
      const chatId = await own.api.createChat(workspace.id);
      expect(await own.api.turn(chatId, "Read all of them")).toMatchObject({ status: "idle" });
      const { requests, overflows } = small.stats();
      expect(overflows).toBe(1);
      expect(requests).toBe(reads.length + 2);
      expect(own.alerts()).toEqual([]);
    } finally {
      await own.dispose();
      await small.close();
    }
  });
}

for (const refuseIn of ["status", "stream"] as const) {
  test(`a message that does not fit in any form costs at most two requests and no alert (in the ${refuseIn})`, async () => {
    const small = await startModelServer({ window: 6_000, refuseIn });
    const own = await startApp({ modelUrl: small.url, api: "responses", window: 128_000 });
    try {
      const chatId = await own.api.createChat();
      const chat = await own.api.turn(chatId, "слово ".repeat(6_000));
      expect(chat).toMatchObject({ status: "full", error: { class: "OVERFLOW", cause: "message", limit: 6_000 } });
      expect(small.stats().requests).toBeLessThanOrEqual(2);
      const next = await own.api.turn(chatId, "And a short one?");
      expect(next.status).toBe("full");
      expect(small.stats().requests).toBeLessThanOrEqual(3);
      expect(own.alerts()).toEqual([]);
    } finally {
      await own.dispose();
      await small.close();
    }
  });
}

/** Another program that holds the database for itself until it is ended. */
async function lockDatabase(dataFolder: string): Promise<ChildProcess> {
  const program = `
    const { DatabaseSync } = require("node:sqlite");
    const database = new DatabaseSync(process.argv[1]);
    database.exec("PRAGMA busy_timeout = 10000; BEGIN EXCLUSIVE");
    console.log("locked");
    setInterval(() => {}, 1000);`;
  const args = ["--disable-warning=ExperimentalWarning", "-e", program, path.join(dataFolder, "longhand.db")];
  const holder = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return holder;
}

async function release(holder: ChildProcess): Promise<void> {
  const ended = once(holder, "exit");
  holder.kill("SIGKILL");
  await ended;
}

test("a locked database refuses a message with a clear error and an alert, and works again afterwards", async () => {
  const alerts = app.alerts().length;
  const chatId = await app.api.createChat();
  const holder = await lockDatabase(app.dataFolder);
  const body = { id: "0b0f4a4e-1111-4222-8333-444455556666", text: "Hello" };
  const answer = await app.api.fetch(`/api/chats/${chatId}/messages`, { method: "POST", body });
  await release(holder);
  expect(answer.status).toBe(503);
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe("locked");
  const [alert] = app.alerts().slice(alerts);
  expect(alert).toMatchObject({ code: "database" });
  expect(error.message).toContain(alert?.id);
  expect(server.stats().requests).toBe(0);

  expect((await app.api.fetch(`/api/chats/${chatId}/messages`, { method: "POST", body })).status).toBe(202);
  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "idle" });
  expect((await app.api.messages(chatId)).map((row) => row.seq)).toEqual([1, 2]);
});

test("a database that is locked during a run ends it with an alert, and nothing more is asked of the model", async () => {
  server.reset({ firstByteMilliseconds: 3_000 });
  const alerts = app.alerts().length;
  const chatId = await app.api.createChat();
  const viewer = await app.events(chatId);
  await app.api.send(chatId, "Hello");
  await viewer.waitFor((event) => event.chunk.type === "start");
  await expect.poll(() => server.stats().inFlight).toBe(1);
  const holder = await lockDatabase(app.dataFolder);
  await expect.poll(() => app.alerts().length, { timeout: 30_000 }).toBeGreaterThan(alerts);
  await release(holder);
  const chat = await app.api.waitFor(chatId);
  await viewer.close();
  expect(chat).toMatchObject({ status: "failed", error: { class: "DATABASE" } });
  expect(app.alerts().slice(alerts)).toMatchObject([{ code: "database", id: chat.error?.id }]);
  expect(server.stats().requests).toBe(1);
});
