import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConflictError } from "./store-error.ts";
import { openTemporaryStore, personRow, resultRow, stepRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

const FROZEN = '{"tools":[],  "instructions":"Zuerst"}';

describe("a run", () => {
  it("is the only one of its chat while it runs, and a refused one leaves no message", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const start = (id: string) =>
      store.runs.create({
        id: `${chat}/${id}`,
        conversationId: chat,
        holder: "me",
        frozen: FROZEN,
        message: personRow(`${chat}/message ${id}`, "go"),
      });
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => start(`${index}`)));
    const winner = outcomes.find((outcome) => outcome.created);
    expect(outcomes.filter((outcome) => outcome.created)).toHaveLength(1);
    const refusal = { created: false, reason: "running", runId: winner?.created && winner.run.id };
    for (const outcome of outcomes) if (!outcome.created) expect(outcome).toEqual(refusal);
    expect(await store.messages.path(chat)).toHaveLength(1);
    expect(winner).toMatchObject({ run: { status: "running", frozen: FROZEN, spent: 0 }, row: { seq: 1 } });
  });

  it("gives the chat its status until the next one", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const status = async () => (await store.chats.get(conversationId))?.status;
    const error = { class: "OVERFLOW", message: "Too long.", id: "e" };
    for (const [end, expected] of [
      ["full", "full"],
      ["stopped", "stopped"],
      ["done", "idle"],
    ] as const) {
      const id = `${conversationId}/${end}`;
      await store.runs.create({ id, conversationId, holder: "me", frozen: FROZEN });
      expect(await status()).toBe("running");
      expect(await store.runs.finish({ id, status: end, ...(end === "full" && { error }) })).toEqual({ ended: true });
      expect(await store.runs.finish({ id, status: "failed" })).toEqual({ ended: false });
      expect(await status()).toBe(expected);
      if (end === "full") expect((await store.chats.get(conversationId))?.error).toEqual(error);
    }
    expect((await store.runs.listForConversation(conversationId)).map((run) => run.status)).toEqual([
      "full",
      "stopped",
      "done",
    ]);
    expect((await store.runs.newest(conversationId))?.status).toBe("done");
  });

  it("is taken over only when its holder gives no sign of life", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const id = `${conversationId}/run`;
    await store.runs.create({ id, conversationId, holder: "old", frozen: FROZEN });
    const heartbeat = (await store.runs.get(id))?.heartbeatAt ?? 0;
    const takeOver = (aliveFrom: number) =>
      store.runs.takeOver({ id, holder: "new", aliveFrom, aliveTo: heartbeat + 100 });
    expect(await takeOver(heartbeat)).toBeUndefined();
    expect(await store.runs.heartbeat(id, "old")).toBe(true);
    expect(await takeOver(heartbeat + 1)).toBeUndefined();
    expect(await takeOver(heartbeat + 50)).toMatchObject({ id, holder: "new" });
    expect(await store.runs.heartbeat(id, "old")).toBe(false);
    expect(await store.runs.finish({ id, status: "done", holder: "old" })).toEqual({ ended: false });
    expect((await store.runs.running()).map((run) => run.id)).toContain(id);
  });

  it("is taken over as well when its last sign of life lies in the future", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const id = `${conversationId}/run`;
    await store.runs.create({ id, conversationId, holder: "old", frozen: FROZEN });
    const aliveTo = ((await store.runs.get(id))?.heartbeatAt ?? 0) - 1;
    expect(await store.runs.takeOver({ id, holder: "new", aliveFrom: 0, aliveTo })).toMatchObject({ holder: "new" });
  });

  it("counts crashes at the same place, and none after a row was added or it was given back", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const child = await newChat({ parentId: conversationId, parentToolCallId: "call" });
    const id = `${conversationId}/run`;
    await store.runs.create({ id, conversationId, holder: "0", frozen: FROZEN });
    const crashesAfter = async (holder: string) => (await store.runs.takeOver({ id, holder }))?.crashes;
    expect(await crashesAfter("0")).toBe(0);
    expect(await crashesAfter("1")).toBe(1);
    expect(await crashesAfter("2")).toBe(2);
    await store.messages.appendNext(child, personRow(`${child}/m`, "task"));
    expect(await crashesAfter("3")).toBe(1);
    await store.messages.appendNext(conversationId, { ...personRow(`${conversationId}/cut`, "cut"), offPath: true });
    expect(await crashesAfter("4")).toBe(2);
    await store.runs.release("4");
    expect(await crashesAfter("5")).toBe(2);
    expect(await crashesAfter("6")).toBe(3);
  });

  it("is the newest one also when the clock was set back since the one before", async () => {
    const { store, newChat, setClock } = temporary;
    const conversationId = await newChat();
    const begin = (id: string) => store.runs.create({ id, conversationId, holder: "me", frozen: FROZEN });
    setClock(90_000_000);
    await begin(`${conversationId}/before`);
    await store.runs.finish({ id: `${conversationId}/before`, status: "failed" });
    setClock(1_000);
    await begin(`${conversationId}/after`);
    expect((await store.runs.newest(conversationId))?.id).toBe(`${conversationId}/after`);
    expect((await store.chats.get(conversationId))?.status).toBe("running");
  });

  it("begins only on the leaf that the sender saw", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const begin = (id: string, base: string | null) =>
      store.runs.create({
        ...{ id: `${conversationId}/${id}`, conversationId, holder: "me", frozen: FROZEN, base },
        message: personRow(`${conversationId}/message ${id}`, "go"),
      });
    expect(await begin("a", "elsewhere")).toEqual({ created: false, reason: "stale" });
    expect(await begin("b", null)).toMatchObject({ created: true, row: { seq: 1 } });
    await store.runs.finish({ id: `${conversationId}/b`, status: "done" });
    expect(await begin("c", null)).toEqual({ created: false, reason: "stale" });
    expect(await begin("d", `${conversationId}/message b`)).toMatchObject({ created: true, row: { seq: 2 } });
    expect(await store.messages.path(conversationId)).toHaveLength(2);
  });

  it("remembers who asked it to stop first, and sums what was spent", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const id = `${conversationId}/run`;
    await store.runs.create({ id, conversationId, holder: "me", frozen: FROZEN });
    expect(await store.runs.requestStop(id, { by: "person", client: "first tab" })).toBe(true);
    expect(await store.runs.requestStop(id, { by: "person", client: "second tab" })).toBe(true);
    await Promise.all([1.5, 2.5, 3].map((tokens) => store.runs.addSpend(id, tokens)));
    expect(await store.runs.get(id)).toMatchObject({
      stopRequested: true,
      stoppedBy: { by: "person", client: "first tab" },
      spent: 7,
    });
    await store.runs.finish({ id, status: "stopped" });
    expect(await store.runs.requestStop(id, { by: "person" })).toBe(false);
  });
});

describe("started tool calls", () => {
  it("are unfinished until their result is stored, newest attempt only", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const step = `${chat}/s`;
    await store.messages.appendNext(chat, stepRow(step, "a"));
    const start = (toolCallId: string, callIndex: number, attempt: number) => ({
      id: `${chat}/${toolCallId}/${attempt}`,
      conversationId: chat,
      runId: "run",
      stepId: step,
      callIndex,
      toolCallId,
      toolName: "read_file",
      attempt,
      ...(attempt === 2 && { outputFile: "/out" }),
    });
    await store.toolStarts.insert([start("a", 0, 1), start("b", 1, 1)]);
    await store.toolStarts.insert([start("b", 1, 2)]);
    await expect(store.toolStarts.insert([start("b", 1, 2)])).rejects.toThrow(ConflictError);
    await store.messages.appendNext(chat, resultRow(`${chat}/r`, "a", "done"));
    const unfinished = await store.toolStarts.unfinished(chat, ["a", "b", "c"]);
    expect(unfinished).toMatchObject([{ toolCallId: "b", attempt: 2, outputFile: "/out" }]);
  });
});

describe("the step in progress", () => {
  it("is overwritten", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const put = (text: string) =>
      store.live.put({ conversationId, runId: "r", stepId: "s", attempt: 1, content: [{ type: "text", text }] });
    await put("Hel");
    await put("Hello");
    expect(await store.live.get(conversationId)).toMatchObject({
      stepId: "s",
      content: [{ type: "text", text: "Hello" }],
    });
    await store.live.remove(conversationId);
    expect(await store.live.get(conversationId)).toBeUndefined();
  });
});
