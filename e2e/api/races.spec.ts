import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { expect, test } from "@playwright/test";
import { type ModelServer, type Script, startModelServer } from "#lib/models/server/index.ts";
import { checkLog } from "../support/check-log.ts";
import { call, isSubagent, newestTask, pastCalls, run } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

let app: App;
let server: ModelServer;
let mind: Script;

test.beforeAll(async () => {
  server = await startModelServer({ script: (request) => mind(request), perChunkMilliseconds: 0 });
  app = await startApp({ modelUrl: server.url, api: "responses" });
});

test.beforeEach(() => server.reset({ perChunkMilliseconds: 0 }));

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

const post = (chatId: string, body: object) => app.api.fetch(`/api/chats/${chatId}/messages`, { method: "POST", body });

test("of messages that are posted at the same moment one begins a run, and none is mixed with another", async () => {
  const posted = Promise.withResolvers<void>();
  mind = async () => {
    await posted.promise;
    return { text: "one answer" };
  };
  const chatId = await app.api.createChat();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => post(chatId, { id: randomUUID(), text: `message ${index}` })),
  );
  posted.resolve();
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  await app.api.waitFor(chatId, "idle");
  expect((await app.api.messages(chatId)).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(server.stats().requests).toBe(1);
});

test("three turns are six rows, each with the id that it was streamed under", async () => {
  mind = () => ({ text: "an answer" });
  const chatId = await app.api.createChat();
  const viewer = await app.events(chatId);
  for (const text of ["one", "two", "three"]) await app.api.turn(chatId, text);
  await viewer.waitFor(({ id }) => id.startsWith("6."));
  await viewer.close();
  const rows = await app.api.messages(chatId);
  expect(rows.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user", "assistant"]);
  const streamed = viewer.events.flatMap(({ chunk, messageId }) => (chunk.type === "start" ? [messageId] : []));
  expect(streamed).toEqual(rows.filter(({ role }) => role === "assistant").map(({ id }) => id));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(6);
});

test("a chat that is deleted while it and its subagent write leaves the server alive and the log whole", async () => {
  mind = (request) => {
    if (isSubagent(request)) return run(`echo ${pastCalls(request).length}; sleep 0.05`);
    const steps = pastCalls(request).length;
    return steps < 2 ? run(`echo ${steps}`) : call("run_subagent", { title: "part", task: "part" });
  };
  const chatId = await app.api.createChat();
  await app.api.send(chatId, "write");
  await expect.poll(async () => (await app.api.subagents(chatId)).length).toBe(1);
  const [child] = await app.api.subagents(chatId);
  expect((await app.api.fetch(`/api/chats/${chatId}`, { method: "DELETE" })).status).toBe(204);
  expect((await app.api.fetch(`/api/chats/${chatId}`)).status).toBe(404);
  await expect.poll(() => server.stats().inFlight).toBe(0);
  const requests = server.stats().requests;
  expect((await app.api.health()).ok).toBe(true);
  await app.api.fetch(`/api/chats/${chatId}/restore`, { method: "POST" });
  expect(await app.api.chat(chatId)).toMatchObject({ status: "stopped", stoppedBy: { by: "delete" } });
  for (const id of [chatId, child?.id ?? ""]) {
    expect(checkLog(await app.api.messages(id))).toMatchObject({ gaps: [], unpaired: [] });
  }
  expect(server.stats().requests).toBe(requests);
  expect(app.alerts()).toEqual([]);
  expect(app.logLines().filter((line) => /unhandled|uncaught/i.test(line))).toEqual([]);
});

test("Stop ends three subagents within three seconds: one at a long command, one at the model, one that just begins", async () => {
  mind = (request) => {
    if (!isSubagent(request)) {
      const tasks = ["sleeper", "thinker", "late"];
      return { calls: tasks.map((task) => ({ name: "run_subagent", arguments: { title: task, task } })) };
    }
    return newestTask(request) === "sleeper"
      ? call("run_command", { command: "sleep 600", timeout_seconds: 3_600 })
      : { text: "thinking ".repeat(200) };
  };
  server.reset({ perChunkMilliseconds: 100 });
  const chatId = await app.api.createChat();
  await app.api.send(chatId, "delegate");
  await expect.poll(async () => (await app.api.subagents(chatId)).length).toBeGreaterThan(0);
  const pressedAt = Date.now();
  await app.api.stop(chatId);
  await app.api.waitFor(chatId, "stopped", 3_000);
  for (const { id } of await app.api.subagents(chatId)) await app.api.waitFor(id, "stopped", 3_000);
  expect(Date.now() - pressedAt).toBeLessThan(3_000);
  expect(server.stats().inFlight).toBe(0);
  const requests = server.stats().requests;
  const rows = await app.api.messages(chatId);
  expect(checkLog(rows)).toMatchObject({ gaps: [], unpaired: [], calls: 3 });
  expect(server.stats().requests).toBe(requests);
});

test("more writers than cores and a reader that exports everything: no write fails", async () => {
  const writers = availableParallelism() + 4;
  const steps = 30;
  mind = (request) =>
    pastCalls(request).length < steps ? run(`sleep 0.1; echo ${pastCalls(request).length}`) : { text: "done" };
  const chats = await Promise.all(Array.from({ length: writers }, () => app.api.createChat()));
  await Promise.all(chats.map((chatId) => app.api.send(chatId, "write")));
  let isOver = false;
  const reader = (async () => {
    let pages = 0;
    while (!isOver) for (const chatId of chats) pages += (await app.api.messages(chatId)).length > 0 ? 1 : 0;
    return pages;
  })();
  await Promise.all(chats.map((chatId) => app.api.waitFor(chatId, "idle")));
  isOver = true;
  expect(await reader).toBeGreaterThan(writers);
  for (const chatId of chats) {
    expect(checkLog(await app.api.messages(chatId))).toEqual({ gaps: [], unpaired: [], calls: steps });
  }
  expect(app.alerts()).toEqual([]);
});

test("after a kill in the middle of a turn the handoff tells what was done up to then", async () => {
  mind = (request) => {
    const done = pastCalls(request).length;
    if (done === 0) {
      const steps = [
        { title: "Write seven files", status: "in_progress" },
        { title: "Check them", status: "pending" },
      ];
      return call("update_plan", { steps });
    }
    return call("write_file", { path: `/workspace/file-${done}.txt`, content: `text ${done}` });
  };
  const workspace = await app.newWorkspace();
  const chatId = await app.api.createChat(workspace.id);
  server.addFaults({ kind: "stall", afterChunks: 0, skip: 7, times: 99 });
  await app.api.send(chatId, "Write seven files and check them");
  await expect.poll(async () => (await app.api.messages(chatId)).filter(({ role }) => role === "tool").length).toBe(7);
  await app.kill9();
  await app.restart();
  await app.api.stop(chatId);
  await app.api.waitFor(chatId, "stopped");
  const requests = server.stats().requests;
  const next = await app.api.fetch(`/api/chats/${chatId}/continue`, { method: "POST", body: {} });
  expect(next.status).toBe(201);
  const [handoff] = await app.api.messages((await next.json()).id);
  const note = JSON.stringify(handoff?.content);
  for (const fact of ["Write seven files and check them", "Check them", "file-1.txt", "file-6.txt"]) {
    expect(note).toContain(fact);
  }
  expect(server.stats().requests).toBe(requests);
});
