import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { type ModelServer, type Script, startModelServer } from "#lib/models/server/index.ts";
import type { MessagePage } from "#lib/store/views.ts";
import { cleanEnvironment } from "../support/app-process.ts";
import { outputOf } from "../support/check-log.ts";
import { call, inTurn, isSubagent, newestTask, run } from "../support/minds.ts";
import { type App, startApp } from "../support/start-app.ts";

let app: App;
let server: ModelServer;
let mind: Script;

test.beforeAll(async () => {
  server = await startModelServer({ script: (request) => mind(request) });
  app = await startApp({ modelUrl: server.url });
});

test.beforeEach(() => {
  server.reset({ perChunkMilliseconds: 0 });
  mind = () => ({ text: "Here is the answer." });
});

test.afterAll(async () => {
  await app?.dispose();
  await server?.close();
});

const post = (address: string, body: unknown = {}) => app.api.fetch(address, { method: "POST", body });

async function codeOf(answer: Response): Promise<[number, string]> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error.message).toMatch(/^[A-Z].*[.)]$/);
  return [answer.status, error.code];
}

test("the same message sent again is the same message", async () => {
  const chatId = await app.api.createChat();
  const address = `/api/chats/${chatId}/messages`;
  const message = { id: randomUUID(), text: "Hello" };
  const answers = await Promise.all([post(address, message), post(address, message)]);
  const again = await post(address, message);
  await app.api.waitFor(chatId, "idle");
  const late = await post(address, message);
  const statuses = [...answers, again, late].map((answer) => answer.status);
  const accepted = statuses.filter((status) => status === 202);
  expect(statuses.every((status) => status === 202 || status === 409)).toBe(true);
  expect(accepted.length).toBeGreaterThanOrEqual(3);
  expect(await late.json()).toEqual(await again.json());
  expect(await app.api.messages(chatId)).toHaveLength(2);
  expect(server.stats().requests).toBe(1);

  expect(await codeOf(await post(address, { ...message, text: "Something else" }))).toEqual([409, "id-taken"]);
  const other = await app.api.createChat();
  expect(await codeOf(await post(`/api/chats/${other}/messages`, message))).toEqual([409, "id-taken"]);
});

test("what is not a message is refused with a reason", async () => {
  const chatId = await app.api.createChat();
  const address = `/api/chats/${chatId}/messages`;
  for (const body of [
    { id: randomUUID(), text: "" },
    { id: randomUUID(), text: " \n\t " },
    { id: "not-a-uuid", text: "Hello" },
    { text: "Hello" },
    '{"id":',
  ]) {
    expect(await codeOf(await post(address, body))).toEqual([400, "bad-request"]);
  }
  const unknown = `/api/chats/${randomUUID()}/messages`;
  expect(await codeOf(await post(unknown, { id: randomUUID(), text: "Hello" }))).toEqual([404, "not-found"]);
  expect(await app.api.messages(chatId)).toEqual([]);
});

test("while a run is active nothing else starts in the chat", async () => {
  server.reset({ perChunkMilliseconds: 20 });
  mind = () => ({ text: "word ".repeat(2_000) });
  const chatId = await app.api.createChat();
  await app.api.send(chatId, "Tell a long story");
  const tries = [
    post(`/api/chats/${chatId}/messages`, { id: randomUUID(), text: "And another" }),
    post(`/api/chats/${chatId}/run`),
    post(`/api/chats/${chatId}/continue`),
  ];
  for (const answer of await Promise.all(tries)) expect(await codeOf(answer)).toEqual([409, "running"]);
  await app.api.stop(chatId);
  await app.api.waitFor(chatId, "stopped");
  expect((await app.api.messages(chatId)).map((row) => row.role)).toEqual(["user", "assistant"]);
});

test("a finished chat has nothing to go on with", async () => {
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "Hello");
  expect(await codeOf(await post(`/api/chats/${chatId}/run`))).toEqual([409, "nothing-to-do"]);
  expect(await (await post(`/api/chats/${chatId}/stop`)).json()).toEqual({ stopped: false });
});

/** A request whose headers are sent exactly as they are given; `fetch` decides about `Host` itself. */
async function statusOf(method: string, address: string, headers: Record<string, string>): Promise<number> {
  const sent = httpRequest(`${app.url}${address}`, { method, headers: { connection: "close", ...headers } });
  sent.end(method === "POST" ? "{}" : undefined);
  const [answer] = (await once(sent, "response")) as [{ statusCode?: number; resume(): void }];
  answer.resume();
  return answer.statusCode ?? 0;
}

test("requests from other sites and under other names are refused", async () => {
  const own = new URL(app.url);
  for (const method of ["GET", "POST"]) {
    const refused = [
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: `http://127.0.0.1:${Number(own.port) + 1}` },
      { "sec-fetch-site": "cross-site" },
      { host: "evil.example" },
      { host: `evil.example:${own.port}` },
      { host: `127.0.0.1.evil.example:${own.port}` },
    ];
    for (const headers of refused)
      expect.soft(await statusOf(method, "/api/chats", headers), JSON.stringify(headers)).toBe(403);
    const accepted = [{}, { origin: app.url }, { "sec-fetch-site": "same-origin" }, { host: `localhost:${own.port}` }];
    const status = method === "GET" ? 200 : 201;
    for (const headers of accepted)
      expect.soft(await statusOf(method, "/api/chats", headers), JSON.stringify(headers)).toBe(status);
  }
});

test("a result can be read whole and in ranges, however large it is", async () => {
  mind = inTurn(run("echo 0123456789"), run("seq 1 250000"));
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "Count");
  const results = (await app.api.messages(chatId)).filter((row) => row.role === "tool");
  const [small, large] = results.map((row) => `/api/chats/${chatId}/results/${row.toolCallId}`);

  const part = async (address = "", range = "") => {
    const answer = await app.api.fetch(address, { headers: { range } });
    return [answer.status, answer.headers.get("content-range"), await answer.text()];
  };
  expect(await (await app.api.fetch(small ?? "")).text()).toBe("0123456789\n");
  expect(await part(small, "bytes=2-4")).toEqual([206, "bytes 2-4/11", "234"]);
  expect(await part(small, "bytes=8-")).toEqual([206, "bytes 8-10/11", "89\n"]);
  expect(await part(small, "bytes=-3")).toEqual([206, "bytes 8-10/11", "89\n"]);
  expect(await part(small, "bytes=50-60")).toEqual([416, "bytes */11", ""]);

  const numbers = `${Array.from({ length: 250_000 }, (_, index) => index + 1).join("\n")}\n`;
  const content = results[1]?.content[0];
  expect(content).toMatchObject({ type: "tool-result", output: { bytes: numbers.length, href: large } });
  const whole = await app.api.fetch(large ?? "");
  expect(whole.headers.get("content-encoding")).toBeNull();
  expect((await whole.text()) === numbers).toBe(true);
  expect(await part(large, "bytes=1000000-1000004")).toEqual([
    206,
    `bytes 1000000-1000004/${numbers.length}`,
    numbers.slice(1_000_000, 1_000_005),
  ]);
  expect((await app.api.fetch(`/api/chats/${chatId}/results/unknown`)).status).toBe(404);
});

test("rows are paged in both directions", async () => {
  mind = inTurn(...Array.from({ length: 5 }, (_, index) => run(`echo ${index}`)));
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "Count");
  const page = async (query: string) => {
    const { messages, before } = (await (
      await app.api.fetch(`/api/chats/${chatId}/messages?${query}`)
    ).json()) as MessagePage;
    return { seqs: messages.map((row) => row.seq), before };
  };
  expect(await page("limit=5")).toEqual({ seqs: [8, 9, 10, 11, 12], before: 8 });
  expect(await page("limit=5&before=8")).toEqual({ seqs: [3, 4, 5, 6, 7], before: 3 });
  expect(await page("limit=5&before=3")).toEqual({ seqs: [1, 2], before: undefined });
  expect((await page("limit=4&after=3")).seqs).toEqual([4, 5, 6, 7]);
  expect((await page("after=12")).seqs).toEqual([]);
  expect((await page("")).seqs).toHaveLength(12);
  expect((await app.api.fetch(`/api/chats/${chatId}/messages?limit=x`)).status).toBe(400);
});

test("files of the workspace are served as harmless bytes, and nothing outside it is", async () => {
  const workspace = await app.newWorkspace();
  await writeFile(path.join(workspace.path, "page.html"), "<script>alert(1)</script>");
  await writeFile(path.join(app.dataFolder, "secret.txt"), "secret");
  await symlink(path.join(app.dataFolder, "secret.txt"), path.join(workspace.path, "link.txt"));
  await symlink(app.dataFolder, path.join(workspace.path, "folder"));
  const raw = (query: string, headers = {}) =>
    app.api.fetch(`/api/workspaces/${workspace.id}/files/raw?path=${query}`, { headers });

  const page = await raw("page.html");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(page.headers.get("content-security-policy")).toContain("sandbox");
  expect(await (await raw("page.html", { range: "bytes=1-6" })).text()).toBe("script");

  const absolute = encodeURIComponent(path.join(app.dataFolder, "secret.txt"));
  for (const query of [
    "../secret.txt",
    "..%2Fsecret.txt",
    "%2e%2e%2fsecret.txt",
    "%252e%252e%252fsecret.txt",
    "a/../../secret.txt",
    "..\\secret.txt",
    "..%5Csecret.txt",
    absolute,
    `file:%2F%2F${absolute}`,
    "%2Fetc%2Fpasswd",
    "~/secret.txt",
    "page.html%00",
    "page.html%00/../../secret.txt",
    "link.txt",
    "folder/secret.txt",
    "folder",
    ".",
    "",
  ]) {
    const answer = await raw(query);
    expect.soft([400, 404], query).toContain(answer.status);
    expect.soft(await answer.text(), query).not.toContain('"secret"');
  }
  const listing = await app.api.fetch(`/api/workspaces/${workspace.id}/files?path=../`);
  expect(listing.status).toBe(400);
  expect((await app.api.fetch(`/api/workspaces/${randomUUID()}/files/raw?path=page.html`)).status).toBe(404);
});

test("a deleted chat goes to the trash with its subagents, and comes back with them", async () => {
  mind = (request) => {
    if (isSubagent(request)) return { text: `Done: ${newestTask(request)}` };
    return inTurn(call("run_subagent", { title: "Helper", task: "help" }))(request);
  };
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "Get help");
  const [subagent] = await app.api.subagents(chatId);
  const helperId = subagent?.id ?? "";
  const rows = await app.api.messages(chatId);
  const listed = async (query: string) => (await app.api.chats(query)).map((chat) => chat.id);

  expect((await app.api.fetch(`/api/chats/${chatId}`, { method: "DELETE" })).status).toBe(204);
  expect(await listed("")).not.toContain(chatId);
  expect(await listed("?all=1")).not.toContain(helperId);
  expect(await listed("?deleted=1")).toContain(chatId);
  expect((await app.api.fetch(`/api/chats/${chatId}`)).status).toBe(404);
  expect((await app.api.fetch(`/api/chats/${helperId}`)).status).toBe(404);
  expect((await post(`/api/chats/${chatId}/messages`, { id: randomUUID(), text: "Hello" })).status).toBe(404);

  expect((await post(`/api/chats/${chatId}/restore`)).status).toBe(200);
  expect(await listed("")).toContain(chatId);
  expect(await listed("?all=1")).toEqual(expect.arrayContaining([chatId, helperId]));
  expect(await app.api.messages(chatId)).toEqual(rows);
  expect((await app.api.messages(helperId)).map((row) => row.kind)).toEqual(["instruction", "step"]);
});

test("deleting a chat stops its run", async () => {
  mind = inTurn(run("sleep 60"));
  const chatId = await app.api.createChat();
  const viewer = await app.events(chatId);
  await app.api.send(chatId, "Sleep");
  await viewer.waitFor((event) => event.chunk.type === "data-tool");
  await viewer.close();
  expect((await app.api.fetch(`/api/chats/${chatId}`, { method: "DELETE" })).status).toBe(204);
  await post(`/api/chats/${chatId}/restore`);
  expect(await app.api.waitFor(chatId)).toMatchObject({ status: "stopped" });
  expect(server.stats().requests).toBe(1);
});

test("the next chat is made once, with everything in its place", async () => {
  const workspace = await app.newWorkspace();
  const chatId = await app.api.createChat(workspace.id);
  await app.api.turn(chatId, "The first request");
  const last = "  The last message,\n\tword for word – слово в слово 逐字 \n";
  await app.api.turn(chatId, last);
  const answers = await Promise.all([1, 2, 3].map(() => post(`/api/chats/${chatId}/continue`)));
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
  expect(new Set(ids).size).toBe(1);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 201]);
  const nextId = ids[0] ?? "";
  expect(await app.api.chat(nextId)).toMatchObject({
    workspaceId: workspace.id,
    draft: last,
    continuedFrom: chatId,
    status: "idle",
  });
  expect(await app.api.chat(chatId)).toMatchObject({ continuedTo: nextId });
  expect((await app.api.messages(nextId)).map((row) => row.kind)).toEqual(["handoff"]);
  expect(server.stats().requests).toBe(2);
  expect(app.alerts()).toEqual([]);
});

test("the last message can be saved as a file for the next chat", async () => {
  const workspace = await app.newWorkspace();
  const chatId = await app.api.createChat(workspace.id);
  await app.api.turn(chatId, "A very long message");
  const answer = await post(`/api/chats/${chatId}/continue`, { saveMessageAs: "notes/message.md" });
  const { id } = (await answer.json()) as { id: string };
  expect(await readFile(path.join(workspace.path, "notes/message.md"), "utf8")).toBe("A very long message");
  expect((await app.api.chat(id)).draft).toContain("/workspace/notes/message.md");

  const other = await app.api.createChat(workspace.id);
  await app.api.turn(other, "Another one");
  const outside = await post(`/api/chats/${other}/continue`, { saveMessageAs: "../../escaped.md" });
  expect(outside.status).toBe(400);
});

test("title, draft and plan are kept", async () => {
  const steps = [
    { title: "Read", status: "done" },
    { title: "Write", status: "in_progress" },
  ];
  mind = inTurn(call("update_plan", { steps }));
  const chatId = await app.api.createChat();
  await app.api.turn(chatId, "Make a plan\nfor two things");
  expect(await (await app.api.fetch(`/api/chats/${chatId}/plan`)).json()).toEqual({ steps });
  expect((await app.api.chat(chatId)).title).toBe("Make a plan");
  const change = (body: unknown) => app.api.fetch(`/api/chats/${chatId}`, { method: "PATCH", body });
  expect(await (await change({ title: "Another title", draft: "not sent yet" })).json()).toMatchObject({
    title: "Another title",
    draft: "not sent yet",
  });
  expect((await change({ title: " " })).status).toBe(400);
  expect(await (await change({ draft: "" })).json()).not.toHaveProperty("draft");
  expect((await app.api.messages(chatId)).filter((row) => row.role === "tool").map(outputOf)).toEqual([
    "The plan is shown: 1 of 2 done.",
  ]);
});

test("unknown things are not found", async () => {
  const chatId = await app.api.createChat();
  for (const address of [
    `/api/chats/${randomUUID()}`,
    `/api/chats/${randomUUID()}/events`,
    `/api/chats/${chatId}/requests/1`,
    `/api/chats/${chatId}/requests/x`,
    `/api/chats/${chatId}/requests/99999999999999999999`,
    `/api/chats/${chatId}/requests/3000000000`,
    `/api/chats/${chatId}/requests/-1`,
    `/api/chats/${chatId}/results/..%2F..`,
    "/api/nothing",
  ]) {
    expect.soft((await app.api.fetch(address)).status, address).toBe(404);
  }
  expect((await post("/api/chats", { workspaceId: randomUUID() })).status).toBe(404);
  expect((await post("/api/workspaces", { name: "x", path: "relative" })).status).toBe(400);
  expect((await post("/api/workspaces", { name: "x", path: path.join(app.dataFolder, "missing") })).status).toBe(400);
  expect(app.alerts()).toEqual([]);
});

test.describe("behind a password", () => {
  const PASSWORD = "correct horse battery";
  let locked: App;

  test.beforeAll(async () => {
    locked = await startApp({ modelUrl: server.url, password: PASSWORD });
  });
  test.afterAll(() => locked?.dispose());

  const list = (headers: Record<string, string> = {}) => locked.api.fetch("/api/chats", { headers });
  const login = (password: string, headers: Record<string, string> = {}) =>
    locked.api.fetch("/api/session", { method: "POST", body: { password }, headers });

  test("nothing but the health is told without it", async () => {
    expect(await codeOf(await list())).toEqual([401, "locked"]);
    expect(await codeOf(await list({ authorization: "Bearer wrong" }))).toEqual([401, "wrong-password"]);
    expect(await codeOf(await list({ cookie: "longhand=forged" }))).toEqual([401, "locked"]);
    for (const address of [
      "/api/workspaces",
      "/api/chats/x/events",
      "/api/workspaces/sample/files/raw?path=README.md",
    ]) {
      expect((await locked.api.fetch(address)).status).toBe(401);
    }
    expect((await locked.api.health()).ok).toBe(true);
  });

  test("a script sends it as bearer, a browser gets a cookie for it", async () => {
    expect((await list({ authorization: `Bearer ${PASSWORD}` })).status).toBe(200);
    const session = await login(PASSWORD);
    expect(session.status).toBe(204);
    const given = session.headers.get("set-cookie") ?? "";
    expect(given).toMatch(/HttpOnly/i);
    expect(given).toMatch(/SameSite=Strict/i);
    const cookie = given.split(";")[0] ?? "";
    expect((await list({ cookie })).status).toBe(200);
    expect((await list({ cookie, origin: "http://evil.example" })).status).toBe(403);
    const ended = await locked.api.fetch("/api/session", { method: "DELETE", headers: { cookie } });
    expect(ended.headers.get("set-cookie")).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i);
  });

  test("after ten wrong ones an address has to wait", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) statuses.push((await login(`wrong ${attempt}`)).status);
    // One wrong one was tried before.
    expect(statuses).toEqual([...Array(9).fill(401), 429, 429, 429]);
    expect(await codeOf(await login(PASSWORD))).toEqual([429, "too-many-tries"]);
  });

  test("inventing addresses does not give more than a hundred tries", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 100; attempt++) {
      statuses.push((await login("wrong", { "x-forwarded-for": `10.0.0.${attempt}` })).status);
    }
    expect(statuses.filter((status) => status === 401).length).toBe(90);
    expect(statuses.at(-1)).toBe(429);
  });
});

async function endOf(args: string[], environment: Record<string, string>): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...cleanEnvironment(), LONGHAND_DATA: path.join(app.dataFolder, "other"), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const guard = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const [out, problem, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, "exit"),
  ]);
  clearTimeout(guard);
  return { code, printed: out + problem };
}

test("it does not start where other machines reach it without a password", async () => {
  const environment = { HOST: "0.0.0.0", PORT: "0" };
  const launcher = await endOf([".ci/start.ts"], environment);
  expect(launcher.code).toBe(1);
  expect(launcher.printed).toContain("Set LONGHAND_PASSWORD");
  const next = ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", "0"];
  const direct = await endOf(next, environment);
  expect(direct.code).toBe(1);
  expect(direct.printed).toContain("Set LONGHAND_PASSWORD");
});

test("it does not start with settings that make no sense, and names them", async () => {
  const { code, printed } = await endOf([".ci/start.ts"], {
    LONGHAND_PASSWORD: "short",
    LONGHAND_CONTEXT_WINDOW: "many",
  });
  expect(code).toBe(1);
  expect(printed).toContain("LONGHAND_PASSWORD");
  expect(printed).toContain("LONGHAND_CONTEXT_WINDOW");
});
