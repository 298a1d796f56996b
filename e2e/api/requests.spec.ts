import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type ModelServer, type Reply, type Script, startModelServer } from "#lib/models/server/index.ts";
import type { RequestView } from "#lib/store/views.ts";
import { checkLog } from "../support/check-log.ts";
import { call, newestTask } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

/** What fitting did for one request, as the ledger tells it. */
interface Report {
  stage: number;
  newlyCleared: unknown[];
  newlyDropped: number;
}

const reportOf = (request: RequestView | undefined) => request?.report as Report;

/** The step that comes next in this turn, told from the newest text of the turn that is still there. */
function nextStep(messages: Parameters<Script>[0]["messages"]): number {
  const turn = messages.slice(messages.findLastIndex((message) => message.role === "user") + 1);
  const last = turn.findLast((message) => message.role === "assistant")?.text ?? "";
  return Number(/^Step (\d+)/.exec(last)?.[1] ?? 0) + 1;
}

test.describe("forty chapters, read in three parts each", () => {
  const CHAPTERS = 40;
  const PARTS = 3;
  const LINES = 30;
  let app: App;
  let server: ModelServer;
  let chatId: string;
  let requests: RequestView[];
  /** As the model's server received them. */
  let bodies: string[];
  let growth: { computed: number; rows: number };

  function readPart({ messages }: Parameters<Script>[0]): Reply {
    const step = nextStep(messages);
    if (step > CHAPTERS * PARTS) return { text: "All chapters are read." };
    const chapter = Math.ceil(step / PARTS);
    const offset = ((step - 1) % PARTS) * LINES + 1;
    return call("read_file", { path: `/workspace/${chapter}.txt`, offset, limit: LINES }, `Step ${step}`);
  }

  test.beforeAll(async () => {
    server = await startModelServer({ window: 64_000, keepBodies: 1_000, chunkSize: 1_000, script: readPart });
    app = await startApp({ modelUrl: server.url, api: "chat", window: 64_000 });
    const workspace = await app.newWorkspace();
    for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
      const line = (index: number) =>
        `${index}. Chapter ${chapter} says number ${chapter * index}, then ${index * 7}; глава ${chapter}, строка ${index}.`;
      const lines = Array.from({ length: LINES * PARTS }, (_, index) => line(index + 1));
      await writeFile(path.join(workspace.path, `${chapter}.txt`), `${lines.join("\n")}\n`);
    }
    chatId = await app.api.createChat(workspace.id);
    const before = (await app.api.health()).estimates;
    const chat = await app.api.turn(chatId, "Read all chapters");
    expect(chat.status).toBe("idle");
    const after = (await app.api.health()).estimates;
    growth = { computed: after.computed - before.computed, rows: after.rows - before.rows };
    requests = await app.api.requests(chatId);
    bodies = server.stats().lastRequests.map((request) => request.body ?? "");
  });

  test.afterAll(async () => {
    await app?.dispose();
    await server?.close();
  });

  test("none is refused, and nothing is missing in the log", async () => {
    expect(server.stats()).toMatchObject({ requests: CHAPTERS * PARTS + 1, refusals: {} });
    const rows = await app.api.messages(chatId);
    expect(checkLog(rows)).toEqual({ gaps: [], unpaired: [], calls: CHAPTERS * PARTS });
    expect(rows).toHaveLength(2 * CHAPTERS * PARTS + 2);
  });

  test("the beginning of a request stays the same, byte for byte, until something is cleared", () => {
    const lists = bodies.map(messagesText);
    const isPrefix = lists.slice(1).map((list, index) => list.startsWith(lists[index] ?? "?"));
    const hasActed = requests.slice(1).map((request) => reportOf(request).newlyCleared.length > 0);
    // Only where the ledger says that something was cleared may the bytes differ, and there they must.
    expect(isPrefix).toEqual(hasActed.map((acted) => !acted));
    const clearings = hasActed.flatMap((acted, index) => (acted ? [index] : []));
    expect(clearings.length).toBeGreaterThanOrEqual(2);
    const between = clearings.slice(1).map((at, index) => at - (clearings[index] ?? 0) - 1);
    expect(Math.max(...between)).toBeGreaterThanOrEqual(20);
  });

  test("the ledger has every body exactly as the server received it", async () => {
    expect(requests).toHaveLength(bodies.length);
    const stored = await Promise.all(bodies.map((_, index) => app.api.requestBody(chatId, index + 1)));
    expect(stored).toEqual(bodies);
    expect(requests.map((request) => request.bytes)).toEqual(bodies.map((body) => Buffer.byteLength(body)));
  });

  test("the size of a stored row is computed at most once", () => {
    expect(growth.rows).toBe(2 * CHAPTERS * PARTS + 2);
    expect(growth.computed).toBeLessThanOrEqual(growth.rows);
  });
});

/** The list of messages as it stands in the body, without the bracket that closes it. */
function messagesText(body: string): string {
  const list = JSON.stringify((JSON.parse(body) as { messages: unknown }).messages).slice(0, -1);
  expect(body).toContain(`"messages":${list}]`);
  return list;
}

test.describe("a chat of seven turns whose last one is too long by itself", () => {
  const TURNS = 7;
  const LAST_TURN_STEPS = 24;
  const FIRST = "Turn 1: the first message, with the word marzipan";
  const CURRENT = `Turn ${TURNS}: the current message, with the word kumquat`;
  let app: App;
  let server: ModelServer;

  /** Words of its own cannot be cleared, so a long turn of them has to be cut. */
  function talkative(request: Parameters<Script>[0]): Reply {
    const turn = Number(/Turn (\d+)/.exec(newestTask(request))?.[1]);
    const step = nextStep(request.messages);
    if (step > (turn === TURNS ? LAST_TURN_STEPS : 2)) return { text: `Turn ${turn} is done.` };
    return call(
      "read_file",
      { path: "/workspace/notes.txt", offset: step },
      `Step ${step} of turn ${turn}. ${"I think aloud for a while. ".repeat(70)}`,
    );
  }

  test.beforeAll(async () => {
    server = await startModelServer({ window: 16_000, keepBodies: 1_000, chunkSize: 1_000, script: talkative });
    app = await startApp({ modelUrl: server.url, api: "chat", window: 16_000 });
  });

  test.afterAll(async () => {
    await app?.dispose();
    await server?.close();
  });

  test("the request still holds the first and the current message after rounds were cut", async () => {
    const workspace = await app.newWorkspace();
    const notes = Array.from({ length: 80 }, (_, index) => `line ${index} of the notes`);
    await writeFile(path.join(workspace.path, "notes.txt"), notes.join("\n"));
    const chatId = await app.api.createChat(workspace.id);
    for (let turn = 1; turn <= TURNS; turn++) {
      const text = turn === 1 ? FIRST : turn === TURNS ? CURRENT : `Turn ${turn}: something between`;
      expect(await app.api.turn(chatId, text)).toMatchObject({ status: "idle" });
    }
    expect(server.stats().refusals).toEqual({});
    const stages = (await app.api.requests(chatId)).map((request) => reportOf(request).stage);
    expect(stages).toContain(2);
    expect(stages.slice(-LAST_TURN_STEPS)).toContain(3);

    const cut = stages.lastIndexOf(3);
    const bodies = server.stats().lastRequests.map((request) => request.body ?? "");
    for (const body of bodies.slice(cut)) {
      expect(body.split("marzipan")).toHaveLength(2);
      expect(body.split("kumquat")).toHaveLength(2);
      expect(body).not.toContain("something between");
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      expect(messages.filter((message) => message.role === "user").map((message) => message.content)[0]).toContain(
        FIRST,
      );
    }
    const rows = await app.api.messages(chatId);
    expect(checkLog(rows)).toMatchObject({ gaps: [], unpaired: [] });
    expect(rows.filter((row) => row.kind === "person")).toHaveLength(TURNS);
    expect(rows.some((row) => row.sent === "dropped")).toBe(true);
  });
});
