import { afterAll, beforeAll, expect, it } from "vitest";
import type { NextRow } from "./rows.ts";
import { openTemporaryStore, personRow, resultRow, stepRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

const ESTIMATE = { profile: "default", version: 1, tokens: 7 };
const answerRow = (id: string, rest: Partial<NextRow> = {}): NextRow => ({
  ...{ id, kind: "step", content: [{ type: "text", text: id }], estimate: ESTIMATE },
  ...rest,
});

/** ask1 → answer1 → ask2 → answer2, then ask2 edited → another answer, and that answer given anew. */
async function branchedChat() {
  const { store, newChat } = temporary;
  const chat = await newChat();
  const append = (row: NextRow) => store.messages.appendNext(chat, { ...row, id: `${chat}/${row.id}` });
  const after = (id: string | null) => ({ parentId: id === null ? null : `${chat}/${id}` });
  await append(personRow("ask1", "one"));
  await append(answerRow("answer1"));
  await append(personRow("ask2", "two"));
  await append(answerRow("answer2"));
  await append({ ...personRow("ask2b", "two b"), ...after("answer1") });
  await append(answerRow("answer2b"));
  await append({ ...answerRow("answer2c"), ...after("ask2b") });
  const short = (id: string) => id.replace(`${chat}/`, "");
  const path = async () => (await store.messages.path(chat)).map((row) => short(row.id));
  const page = async (options: Parameters<typeof store.messages.page>[1] = {}) =>
    (await store.messages.page(chat, { onPath: true, ...options })).messages;
  return { store, chat, append, after, path, page, short };
}

it("shows one branch, and where another one begins", async () => {
  const { page, path, short } = await branchedChat();
  expect(await path()).toEqual(["ask1", "answer1", "ask2b", "answer2c"]);
  const rows = await page();
  expect(rows.map((row) => [short(row.id), row.versions?.map(short)])).toEqual([
    ["ask1", undefined],
    ["answer1", undefined],
    ["ask2b", ["ask2", "ask2b"]],
    ["answer2c", ["answer2b", "answer2c"]],
  ]);
});

it("goes to the newest row of the branch that a row is on", async () => {
  const { store, chat, path } = await branchedChat();
  expect(await store.chats.selectBranch(chat, `${chat}/ask2`)).toEqual({ leafId: `${chat}/answer2` });
  expect(await path()).toEqual(["ask1", "answer1", "ask2", "answer2"]);
  await store.chats.selectBranch(chat, `${chat}/answer2b`);
  expect(await path()).toEqual(["ask1", "answer1", "ask2b", "answer2b"]);
  await store.chats.selectBranch(chat, `${chat}/answer1`);
  expect(await path()).toEqual(["ask1", "answer1", "ask2b", "answer2c"]);
});

it("does not leave a branch while a run is active, nor for what is no branch", async () => {
  const { store, chat, append, path } = await branchedChat();
  await append(answerRow("cut", { state: "interrupted", offPath: true }));
  const other = await branchedChat();
  expect(await store.chats.selectBranch(chat, `${chat}/cut`)).toBe("unknown");
  expect(await store.chats.selectBranch(chat, `${other.chat}/ask1`)).toBe("unknown");
  await store.runs.create({ id: `${chat}/run`, conversationId: chat, holder: "me", frozen: "{}" });
  expect(await store.chats.selectBranch(chat, `${chat}/ask2`)).toBe("running");
  expect(await path()).toEqual(["ask1", "answer1", "ask2b", "answer2c"]);
});

it("shows cut text beside the row that it followed, and on no other branch", async () => {
  const { store, chat, append, page, short } = await branchedChat();
  await append(answerRow("cut", { state: "interrupted", offPath: true }));
  const ids = async () => (await page()).map((row) => short(row.id));
  expect(await ids()).toEqual(["ask1", "answer1", "ask2b", "answer2c", "cut"]);
  await store.chats.selectBranch(chat, `${chat}/ask2`);
  expect(await ids()).toEqual(["ask1", "answer1", "ask2", "answer2"]);
});

it("fills a page with rows of the branch, however many of others lie between", async () => {
  const { store, chat, append, after, page, short } = await branchedChat();
  for (let index = 0; index < 12; index++) await append({ ...answerRow(`again ${index}`), ...after("ask2b") });
  await store.chats.selectBranch(chat, `${chat}/ask2`);
  const newest = await page({ limit: 3 });
  expect(newest.map((row) => short(row.id))).toEqual(["answer1", "ask2", "answer2"]);
  expect((await page({ limit: 3, before: newest[0]?.seq ?? 0 })).map((row) => short(row.id))).toEqual(["ask1"]);
  expect((await page({ limit: 2, after: 1 })).map((row) => short(row.id))).toEqual(["answer1", "ask2"]);
  expect((await page({ limit: 2, after: 4 })).map((row) => short(row.id))).toEqual([]);
});

it("says that other answers follow the leaf", async () => {
  const { store, chat, append, short } = await branchedChat();
  const run = { id: `${chat}/run`, conversationId: chat, holder: "me", frozen: "{}", leafId: `${chat}/ask2b` };
  await store.runs.create(run);
  const { afterLeaf, messages } = await store.messages.page(chat, { onPath: true });
  expect(messages.map((row) => short(row.id))).toEqual(["ask1", "answer1", "ask2b"]);
  expect(afterLeaf?.map(short)).toEqual(["answer2b", "answer2c"]);
  await append(answerRow("answer2d"));
  expect((await store.messages.page(chat)).afterLeaf).toBeUndefined();
});

it("has the status of the branch that is shown", async () => {
  const { store, chat } = await branchedChat();
  const error = { class: "AUTH", message: "No.", id: "e" };
  await store.runs.create({ id: `${chat}/run`, conversationId: chat, holder: "me", frozen: "{}" });
  await store.runs.finish({ id: `${chat}/run`, status: "failed", error });
  expect(await store.chats.get(chat)).toMatchObject({ status: "failed", error });
  await store.chats.selectBranch(chat, `${chat}/ask2`);
  expect(await store.chats.get(chat)).toMatchObject({ status: "idle" });
  expect((await store.chats.get(chat))?.error).toBeUndefined();
  await store.chats.selectBranch(chat, `${chat}/answer2c`);
  expect(await store.chats.get(chat)).toMatchObject({ status: "failed", error });
});

it("keeps the results of a step on its branch", async () => {
  const { append, after, path } = await branchedChat();
  await append({ ...stepRow("read", "call"), ...after("answer2") });
  await append(resultRow("result", "call", "text"));
  expect(await path()).toEqual(["ask1", "answer1", "ask2", "answer2", "read", "result"]);
});
