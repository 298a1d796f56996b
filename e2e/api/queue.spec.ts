import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type ModelServer, type Script, startModelServer } from "#lib/models/server/index.ts";
import type { QueuedView } from "#lib/store/views.ts";
import { textOf } from "../support/check-log.ts";
import type { ReceivedEvent } from "../support/event-stream.ts";
import { newestTask, pastCalls, run } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

let app: App;
let server: ModelServer;

/** A message that begins with "work" costs a command of a second, whatever else is said meanwhile. */
const mind: Script = (request) => {
  const task = request.messages.findLast(({ role, text }) => role === "user" && text?.startsWith("work"))?.text ?? "";
  const isDone = pastCalls(request).length > 0 || !newestTask(request).startsWith("work");
  return isDone ? { text: `heard: ${newestTask(request)}` } : run(`sleep 1; echo '${task}'`);
};

test.beforeAll(async () => {
  server = await startModelServer({ script: mind, perChunkMilliseconds: 0 });
  app = await startApp({ modelUrl: server.url, api: "responses" });
});

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

const post = (chatId: string, body: object) =>
  app.api.fetch(`/api/chats/${chatId}/messages`, { method: "POST", body: { id: randomUUID(), ...body } });
/** Whether an event tells that so many messages wait. */
const tellsOf =
  (count: number) =>
  ({ chunk }: ReceivedEvent): boolean =>
    chunk.type === "data-queue" && Array.isArray(chunk.data?.messages) && chunk.data.messages.length === count;
const waiting = async (chatId: string): Promise<QueuedView[]> =>
  (await (await app.api.fetch(`/api/chats/${chatId}/queue`)).json()).messages;
const waitingTexts = async (chatId: string) => (await waiting(chatId)).map(({ text }) => text);
const peopleSaid = async (chatId: string) =>
  (await app.api.messages(chatId)).filter((row) => row.role === "user").map((row) => [row.kind, textOf(row)]);

test("steering reaches the running turn and a queued message the next one; viewers are told", async () => {
  const chatId = await app.api.createChat();
  const viewer = await app.events(chatId);
  await app.api.send(chatId, "work 1");
  expect((await post(chatId, { text: "refused" })).status).toBe(409);
  const queued = await post(chatId, { text: "work 2", deliver: "queue" });
  expect([queued.status, await queued.json()]).toEqual([202, { queued: true }]);
  expect((await post(chatId, { text: "in French", deliver: "steer" })).status).toBe(202);
  expect(await waitingTexts(chatId)).toEqual(["in French", "work 2"]);
  await viewer.waitFor(tellsOf(2));

  await expect.poll(async () => (await peopleSaid(chatId)).length, { timeout: 20_000 }).toBe(3);
  await app.api.waitFor(chatId, "idle");
  expect(await peopleSaid(chatId)).toEqual([
    ["person", "work 1"],
    ["steer", "in French"],
    ["person", "work 2"],
  ]);
  expect(await waiting(chatId)).toEqual([]);
  await viewer.waitFor(tellsOf(0));
  const statuses = viewer.events.flatMap(({ chunk }) => (chunk.type === "data-status" ? [chunk.data?.status] : []));
  await viewer.close();
  expect(statuses.slice(0, -1)).not.toContain("stopped");
  expect(statuses.at(-1)).toBe("idle");
});

test("what waits can be changed, put elsewhere and removed until it is delivered", async () => {
  const chatId = await app.api.createChat();
  await app.api.send(chatId, "work 1");
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [first, second, third]) await post(chatId, { id, text: `from ${id}`, deliver: "queue" });
  const change = (id: string, body: object) =>
    app.api.fetch(`/api/chats/${chatId}/queue/${id}`, { method: "PATCH", body });
  expect(await (await change(third, { position: 0, text: "third" })).json()).toMatchObject({ text: "third" });
  expect((await change(first, { deliver: "steer", text: "first" })).status).toBe(200);
  expect((await app.api.fetch(`/api/chats/${chatId}/queue/${second}`, { method: "DELETE" })).status).toBe(204);
  expect((await app.api.fetch(`/api/chats/${chatId}/queue/${second}`, { method: "DELETE" })).status).toBe(404);
  expect((await change(third, { text: "  " })).status).toBe(400);
  expect((await change(third, { deliver: "never" })).status).toBe(400);
  expect(await waitingTexts(chatId)).toEqual(["first", "third"]);
  await expect.poll(() => waiting(chatId), { timeout: 20_000 }).toEqual([]);
  await app.api.waitFor(chatId, "idle");
  expect((await change(third, { text: "too late" })).status).toBe(404);
  expect(await peopleSaid(chatId)).toEqual([
    ["person", "work 1"],
    ["steer", "first"],
    ["person", "third"],
  ]);
});

test("after Stop the queue waits, through a kill as well, and is sent only by hand", async () => {
  const chatId = await app.api.createChat();
  await app.api.send(chatId, "work 1");
  const id = randomUUID();
  await post(chatId, { id, text: "then this", deliver: "queue" });
  await app.api.stop(chatId);
  const stopped = await app.api.waitFor(chatId, "stopped");
  expect(stopped.stoppedBy).toMatchObject({ by: "person", at: expect.any(Number) });
  await app.kill9();
  await app.restart();
  expect(await waiting(chatId)).toMatchObject([{ id, text: "then this", held: true, deliver: "queue" }]);
  await app.api.turn(chatId, "hello");
  expect(await waitingTexts(chatId)).toEqual(["then this"]);
  expect((await post(chatId, { id, text: "then this" })).status).toBe(202);
  await app.api.waitFor(chatId, "idle");
  expect(await waiting(chatId)).toEqual([]);
  expect((await peopleSaid(chatId)).at(-1)).toEqual(["person", "then this"]);
});

test("queue and steering survive a kill of the server", async () => {
  const chatId = await app.api.createChat();
  await app.api.send(chatId, "work 1");
  await expect.poll(async () => (await app.api.messages(chatId)).length).toBe(2);
  await post(chatId, { text: "work 2", deliver: "queue" });
  await post(chatId, { text: "in French", deliver: "steer" });
  await app.kill9();
  await app.restart();
  await expect.poll(() => waiting(chatId), { timeout: 20_000 }).toEqual([]);
  await app.api.waitFor(chatId, "idle");
  expect(await peopleSaid(chatId)).toEqual([
    ["person", "work 1"],
    ["steer", "in French"],
    ["person", "work 2"],
  ]);
});
