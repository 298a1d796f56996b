import { writeFile } from "node:fs/promises";
import path from "node:path";
import { v7 as newId } from "uuid";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestRuntime, type TestRuntime } from "#lib/runs/runtime.fixture.ts";
import { setRuntime } from "#lib/runs/runtime.ts";
import { call, inTurn } from "#lib/runs/scripts.fixture.ts";
import type { Chat } from "#lib/store/index.ts";
import { POST as continueInNext } from "./chats/[id]/continue/route.ts";
import { GET as getEvents } from "./chats/[id]/events/route.ts";
import { GET as getMessages, POST as postMessage } from "./chats/[id]/messages/route.ts";
import { GET as getRequest } from "./chats/[id]/requests/[n]/route.ts";
import { GET as getResult } from "./chats/[id]/results/[toolCallId]/route.ts";
import { DELETE as deleteChat, GET as getChat, PATCH as patchChat } from "./chats/[id]/route.ts";
import { POST as createChat, GET as listChats } from "./chats/route.ts";

let app: TestRuntime;
let chat: Chat;
beforeEach(async () => {
  app = await startTestRuntime({ script: inTurn(call("read_file", { path: "/workspace/a.txt" })) });
  await writeFile(path.join(app.workspacePath, "a.txt"), "first line\nsecond line\n");
  setRuntime(Promise.resolve(app.runtime));
  chat = await app.newChat();
});
afterEach(() => app.close());

const HOST = { host: "127.0.0.1:3210" };

function ask(query = "", init: RequestInit & { headers?: Record<string, string> } = {}): Request {
  return new Request(`http://127.0.0.1:3210/api${query}`, { ...init, headers: { ...HOST, ...init.headers } });
}

const send = (body: unknown, method = "POST") =>
  ask("", { method, body: typeof body === "string" ? body : JSON.stringify(body) });

const at = <Params extends object>(params: Params) => ({ params: Promise.resolve(params) });
const here = () => at({ id: chat.id });

test("a message is stored, answered, and read again page by page", async () => {
  const posted = await postMessage(send({ id: newId(), text: "read it" }), here());
  expect(posted.status).toBe(202);
  expect(await posted.json()).toEqual({ runId: expect.any(String) });
  await app.settled(chat);
  const page = await (await getMessages(ask("?after=1&limit=2"), here())).json();
  expect(page.messages.map((message: { kind: string }) => message.kind)).toEqual(["step", "result"]);
  const view = await (await getChat(ask(), here())).json();
  expect(view).toMatchObject({
    id: chat.id,
    status: "idle",
    title: "read it",
    context: { window: 128_000, fit: true },
  });
  expect(view.context.used).toBeGreaterThan(100);
});

test("the bytes of a request and the text of a result are served as they were", async () => {
  await app.turn(chat, "read it");
  const body = await (await getRequest(ask(), at({ id: chat.id, n: "1" }))).text();
  expect(JSON.parse(body).input.at(-1)).toMatchObject({ role: "user" });
  const [result] = await app.runtime.store.messages.results(chat.id);
  const place = () => at({ id: chat.id, toolCallId: result?.toolCallId ?? "" });
  expect(await (await getResult(ask(), place())).text()).toMatch(/^first line\nsecond line/);
  const part = await getResult(ask("", { headers: { range: "bytes=6-9" } }), place());
  expect([part.status, await part.text()]).toEqual([206, "line"]);
});

test.each([
  ["no JSON", "{", 400],
  ["another shape", { id: "5", text: "hello" }, 400],
  ["no text", { id: "01890000-0000-7000-8000-000000000000", text: " " }, 400],
])("a body with %s is refused in words", async (_, body, status) => {
  const response = await postMessage(send(body), here());
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: { code: "bad-request", message: expect.stringMatching(/\.$/) } });
  expect(app.alerts).toEqual([]);
});

test.each(["before=x", "after=-1", "limit=1.5"])("the query %s is refused", async (query) => {
  expect((await getMessages(ask(`?${query}`), here())).status).toBe(400);
});

test("what does not exist is 404 everywhere, and a deleted chat can still be read", async () => {
  const nowhere = at({ id: "nothing" });
  for (const route of [getChat, getMessages, getEvents]) expect((await route(ask(), nowhere)).status).toBe(404);
  expect((await getResult(ask(), at({ id: chat.id, toolCallId: "none" }))).status).toBe(404);
  expect((await getRequest(ask(), at({ id: chat.id, n: "9" }))).status).toBe(404);
  expect((await deleteChat(ask("", { method: "DELETE" }), here())).status).toBe(204);
  expect((await getChat(ask(), here())).status).toBe(404);
  expect((await getMessages(ask(), here())).status).toBe(200);
});

test.each([
  ["another origin", { origin: "https://example.org" }],
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["another host name", { host: "rebound.example.org" }],
  ["no origin that can be read", { origin: "null" }],
])("a request with %s is refused", async (_, headers) => {
  const response = await getChat(ask("", { headers }), here());
  expect([response.status, (await response.json()).error.code]).toEqual([403, "foreign"]);
});

test("a page of this app, and a script without an origin, may call", async () => {
  const headers = { origin: "http://127.0.0.1:3210", "sec-fetch-site": "same-origin" };
  expect((await getChat(ask("", { headers }), here())).status).toBe(200);
  expect((await getChat(ask(), here())).status).toBe(200);
});

test("a chat is made, listed, renamed and given a draft", async () => {
  const { id } = await (await createChat(send({ title: "Novel" }), at({}))).json();
  const { chats } = await (await listChats(ask(), at({}))).json();
  expect(chats.map((one: { id: string }) => one.id)).toContain(id);
  const change = send({ title: "Poem", draft: "half a line" }, "PATCH");
  expect(await (await patchChat(change, at({ id }))).json()).toMatchObject({ title: "Poem", draft: "half a line" });
  const emptied = await (await patchChat(send({ draft: "" }, "PATCH"), at({ id }))).json();
  expect(emptied.draft).toBeUndefined();
});

test("the next chat is made once", async () => {
  await app.turn(chat, "hello");
  const first = await continueInNext(send({}), here());
  const second = await continueInNext(send({}), here());
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(await second.json()).toEqual(await first.json());
});

interface Event {
  id: string;
  messageId?: string;
  chunk: { type: string; delta?: string; data?: { status?: string; seq?: number } };
}

/** Reads events until one of them is wanted, and leaves. */
async function readUntil(response: Response, isWanted: (event: Event) => boolean): Promise<Event[]> {
  const events: Event[] = [];
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!events.some(isWanted)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = /^id: (.*)\ndata: (.*)$/.exec(block);
      if (found) events.push({ id: found[1] ?? "", ...JSON.parse(found[2] ?? "") });
    }
  }
  await reader.cancel();
  return events;
}

const isStatus = (wanted: string) => (event: Event) =>
  event.chunk.type === "data-status" && event.chunk.data?.status === wanted;
const rowsIn = (events: Event[]) => events.flatMap(({ chunk }) => (chunk.type === "data-row" ? [chunk.data?.seq] : []));

test("a viewer sees the status first, then every row and the end", async () => {
  const response = await getEvents(ask(), here());
  const reading = readUntil(response, (event) => isStatus("idle")(event) && event.id !== "0.1.0");
  await app.turn(chat, "read it");
  const events = await reading;
  expect(events[0]).toMatchObject({ chunk: { type: "data-status", data: { status: "idle" } } });
  expect(rowsIn(events)).toEqual([1, 2, 3, 4]);
  expect(events.map(({ chunk }) => chunk.delta ?? "").join("")).toBe("All done.");
});

test("a viewer that comes back gets the rows after its last one", async () => {
  await app.turn(chat, "read it");
  const response = await getEvents(ask("", { headers: { "last-event-id": "2.1.7" } }), here());
  const events = await readUntil(response, ({ chunk }) => chunk.data?.seq === 4);
  expect(events[0]?.id).toBe("2.1.7");
  expect(rowsIn(events)).toEqual([3, 4]);
});

test("what happens while a viewer is being connected is not lost", async () => {
  const turn = app.turn(chat, "read it");
  const connecting = Array.from({ length: 20 }, async () => {
    const response = await getEvents(ask("", { headers: { "last-event-id": "0.1.0" } }), here());
    return readUntil(response, ({ chunk }) => chunk.data?.seq === 4);
  });
  await turn;
  for (const events of await Promise.all(connecting)) expect(new Set(rowsIn(events))).toEqual(new Set([1, 2, 3, 4]));
});
