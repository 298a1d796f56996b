import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type ModelServer, type ParsedRequest, type Script, startModelServer } from "#lib/models/server/index.ts";
import { checkLog, textOf } from "../support/check-log.ts";
import { foldEvents, type ReceivedEvent } from "../support/event-stream.ts";
import { call, inTurn, isSubagent, newestTask, pastCalls, run, writeNumbers } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

let app: App;
let server: ModelServer;
let mind: Script;

test.beforeAll(async () => {
  server = await startModelServer({ script: (request) => mind(request) });
  app = await startApp({ modelUrl: server.url, api: "responses" });
});

test.beforeEach(() => server.reset({ perChunkMilliseconds: 0, chunkSize: 24 }));

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

async function newChat(): Promise<{ chatId: string; folder: string }> {
  const workspace = await app.newWorkspace();
  return { chatId: await app.api.createChat(workspace.id), folder: workspace.path };
}

async function linesOf(folder: string, file: string): Promise<string[]> {
  const text = await readFile(path.join(folder, file), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

async function everyConversation(chatId: string): Promise<string[]> {
  return [chatId, ...(await app.api.subagents(chatId)).map((subagent) => subagent.id)];
}

const MAIN_LINES = 27;
const HELPER_LINES = 8;
const HELPERS = ["first", "second"];

/** 7 takes effect and then lasts, 20 lasts and then takes effect: a kill meets the one after its effect and the other before. */
function slowCommand(n: number): string {
  if (n === 7) return `echo ${n} >> main.log; sleep 20`;
  return n === 20 ? `sleep 20; echo ${n} >> main.log` : `echo ${n} >> main.log`;
}

/** After the restart the command is asked for again only where its line is missing, and then it need not last. */
const numbersMind: Script = (request) => {
  if (isSubagent(request)) {
    const file = `${newestTask(request)}.log`;
    const next = writeNumbers(request, file, HELPER_LINES, (n) => `sleep 0.1; echo ${n} >> ${file}`);
    return next ?? { text: `${file} is written.` };
  }
  const calls = pastCalls(request);
  const isHelped = calls.some(({ name }) => name === "run_subagent");
  const wasSlow = (n: number) => calls.some(({ input }) => input.command === slowCommand(n));
  const command = (n: number) => (wasSlow(n) ? `echo ${n} >> main.log` : slowCommand(n));
  const next = writeNumbers(request, "main.log", isHelped ? MAIN_LINES : 10, command);
  if (next) return next;
  if (isHelped) return { text: "All numbers are written." };
  return { calls: HELPERS.map((task) => ({ name: "run_subagent", arguments: { title: task, task } })) };
};

async function killAndRestart(): Promise<void> {
  await app.kill9();
  await app.restart();
}

test("a turn that is killed three times goes on, and every effect happens once", async () => {
  mind = numbersMind;
  const { chatId, folder } = await newChat();
  await app.api.send(chatId, "Write the numbers");

  await expect.poll(() => linesOf(folder, "main.log")).toEqual(numbers(7));
  await killAndRestart();
  for (const helper of HELPERS) {
    await expect.poll(async () => (await linesOf(folder, `${helper}.log`)).length).toBeGreaterThan(2);
  }
  await killAndRestart();
  const reader = await app.events(chatId);
  const isOfSlow = ({ chunk }: ReceivedEvent) =>
    chunk.type === "tool-input-available" && chunk.input?.command === slowCommand(20);
  const asked = await reader.waitFor(isOfSlow);
  await reader.waitFor(({ chunk }) => chunk.type === "data-tool" && chunk.data?.toolCallId === asked.chunk.toolCallId);
  await app.kill9();
  await reader.close();
  await app.restart();

  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "idle" });
  expect(await linesOf(folder, "main.log")).toEqual(numbers(MAIN_LINES));
  for (const helper of HELPERS) expect(await linesOf(folder, `${helper}.log`)).toEqual(numbers(HELPER_LINES));

  let steps = 0;
  const conversations = await everyConversation(chatId);
  expect(conversations).toHaveLength(1 + HELPERS.length);
  for (const id of conversations) {
    const rows = await app.api.messages(id);
    expect(checkLog(rows)).toMatchObject({ gaps: [], unpaired: [] });
    steps += rows.filter((row) => row.role === "assistant" && row.state === "complete").length;
  }
  const rows = await app.api.messages(chatId);
  expect(rows.filter((row) => row.state === "interrupted").length).toBeGreaterThanOrEqual(1);
  expect(rows.filter((row) => row.role === "assistant").length).toBeGreaterThanOrEqual(30);
  // A kill may cost the request that was being answered, one per conversation that was waiting for one.
  expect(server.stats().requests).toBeGreaterThanOrEqual(steps);
  expect(server.stats().requests).toBeLessThanOrEqual(steps + 3);
  expect(app.alerts()).toEqual([]);
});

test("stop from another client ends the run and its subagents, and nothing starts after it", async () => {
  const beat = (request: ParsedRequest) =>
    run(`echo ${pastCalls(request).length} >> ${newestTask(request)}.log; sleep 0.2`);
  mind = (request) => {
    if (newestTask(request) === "And now?") return { text: "Nothing more." };
    if (isSubagent(request)) return beat(request);
    return { calls: HELPERS.map((task) => ({ name: "run_subagent", arguments: { title: task, task } })) };
  };
  const { chatId, folder } = await newChat();
  const viewer = await app.events(chatId);
  await app.api.send(chatId, "Work without an end");
  for (const helper of HELPERS) {
    await expect.poll(async () => (await linesOf(folder, `${helper}.log`)).length).toBeGreaterThan(1);
  }
  const otherClient = await fetch(`${app.url}/api/chats/${chatId}/stop`, { method: "POST" });
  expect(await otherClient.json()).toEqual({ stopped: true });

  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "stopped" });
  await viewer.waitFor(({ chunk }) => chunk.type === "data-status" && chunk.data?.status === "stopped");
  await viewer.close();
  expect((await app.api.subagents(chatId)).map(({ status }) => status)).toEqual(["stopped", "stopped"]);
  const requests = server.stats().requests;
  const written = await Promise.all(HELPERS.map((helper) => linesOf(folder, `${helper}.log`)));
  expect(server.stats().inFlight).toBe(0);

  expect(await app.api.turn(chatId, "And now?")).toMatchObject({ status: "idle" });
  expect(server.stats().requests).toBe(requests + 1);
  expect(await Promise.all(HELPERS.map((helper) => linesOf(folder, `${helper}.log`)))).toEqual(written);
  for (const id of await everyConversation(chatId)) {
    expect(checkLog(await app.api.messages(id))).toMatchObject({ gaps: [], unpaired: [] });
  }
});

test("stop in the middle of an answer keeps what was written", async () => {
  server.reset({ perChunkMilliseconds: 20 });
  mind = () => ({ text: "one word after the other ".repeat(400) });
  const { chatId } = await newChat();
  const viewer = await app.events(chatId);
  await app.api.send(chatId, "Tell a long story");
  await viewer.waitFor(({ chunk }) => chunk.type === "text-delta");
  await app.api.stop(chatId);
  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "stopped" });
  await viewer.close();
  const answer = (await app.api.messages(chatId)).at(-1);
  expect(answer).toMatchObject({ role: "assistant", state: "stopped", onPath: true });
  expect(answer && textOf(answer)).toMatch(/^one word after/);
  expect(server.stats()).toMatchObject({ requests: 1, inFlight: 0 });
});

/** Streams for a while in every step: long enough to leave in the middle. */
const STORY = Array.from(
  { length: 120 },
  (_, index) => `Sentence ${index} of the story. История ${index}. 故事。`,
).join(" ");
const storyMind = inTurn(
  call("write_file", { path: "/workspace/story.txt", content: "begun" }, STORY),
  call("read_file", { path: "/workspace/story.txt" }, STORY),
  { text: STORY },
);

test("a closed tab changes nothing", async () => {
  server.reset({ perChunkMilliseconds: 4, chunkSize: 16 });
  mind = storyMind;
  const { chatId, folder } = await newChat();
  const viewer = await app.events(chatId);
  await app.api.send(chatId, "Tell the story");
  await viewer.waitFor(({ chunk }) => chunk.type === "text-delta");
  await viewer.close();
  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "idle" });
  const rows = await app.api.messages(chatId);
  expect(rows.filter((row) => row.role === "assistant").map(textOf)).toEqual([STORY, STORY, STORY]);
  expect(checkLog(rows)).toEqual({ gaps: [], unpaired: [], calls: 2 });
  expect(await linesOf(folder, "story.txt")).toEqual(["begun"]);
  expect(server.stats()).toMatchObject({ requests: 3, abandoned: 0 });
});

test("a viewer that comes back again and again has every row once and every text whole", async () => {
  server.reset({ perChunkMilliseconds: 4, chunkSize: 16 });
  mind = storyMind;
  const { chatId } = await newChat();
  const seen: ReceivedEvent[] = [];
  let viewer = await app.events(chatId);
  await app.api.send(chatId, "Tell the story");
  for (let visit = 1; visit <= 8; visit++) {
    await viewer.waitFor(({ chunk, id }) => chunk.type === "text-delta" && id !== seen.at(-1)?.id);
    await viewer.close();
    seen.push(...viewer.events);
    viewer = await app.events(chatId, seen.at(-1)?.id);
  }
  await app.api.waitFor(chatId, "idle");
  await viewer.waitFor(({ chunk }) => chunk.type === "data-status" && chunk.data?.status === "idle");
  await viewer.close();
  seen.push(...viewer.events);

  const rows = await app.api.messages(chatId);
  const folded = foldEvents(seen);
  expect(folded.rows).toEqual(rows.map((row) => row.seq));
  const steps = rows.filter((row) => row.role === "assistant");
  expect(steps.map((row) => folded.texts.get(row.id))).toEqual([STORY, STORY, STORY]);
});

function textSince(events: readonly ReceivedEvent[], prefix: string): string {
  return events
    .map(({ id, chunk }) => (id.startsWith(prefix) && chunk.type === "text-delta" ? chunk.delta : ""))
    .join("");
}

test("a viewer that was away while the server restarted gets the missing rows and the step from its start", async () => {
  server.reset({ perChunkMilliseconds: 4, chunkSize: 16 });
  mind = storyMind;
  const { chatId } = await newChat();
  const first = await app.events(chatId);
  await app.api.send(chatId, "Tell the story");
  // Most of the second step has been streamed, so a part of it was kept.
  await first.waitFor(({ id }) => id.startsWith("3.") && textSince(first.events, "3.").length > STORY.length / 2);
  await app.kill9();
  await first.close();
  await app.restart();
  const second = await app.events(chatId, first.events.at(-1)?.id);
  await app.api.waitFor(chatId, "idle");
  await second.waitFor(({ chunk }) => chunk.type === "data-status" && chunk.data?.status === "idle");
  await second.close();

  const rows = await app.api.messages(chatId);
  const folded = foldEvents([...first.events, ...second.events]);
  const steps = rows.filter((row) => row.role === "assistant" && row.onPath);
  expect(new Set(folded.rows).size).toBe(folded.rows.length);
  expect(folded.rows.at(-1)).toBe(rows.at(-1)?.seq);
  expect(steps).toHaveLength(3);
  expect(folded.texts.get(steps.at(-1)?.id ?? "")).toBe(STORY);
  expect(rows.filter((row) => !row.onPath).map((row) => row.state)).toEqual(["interrupted"]);
});
