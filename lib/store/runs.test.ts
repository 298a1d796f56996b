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
    for (const outcome of outcomes) if (!outcome.created) expect(outcome.runId).toBe(winner?.created && winner.run.id);
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
      expect(await store.runs.finish({ id, status: end, ...(end === "full" && { error }) })).toBe(true);
      expect(await store.runs.finish({ id, status: "failed" })).toBe(false);
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
    expect(await store.runs.claim(id, "new", heartbeat)).toBe(false);
    expect(await store.runs.heartbeat(id, "old")).toBe(true);
    expect(await store.runs.claim(id, "new", heartbeat + 1)).toBe(false);
    expect(await store.runs.claim(id, "new", heartbeat + 1_000)).toBe(true);
    expect(await store.runs.heartbeat(id, "old")).toBe(false);
    expect(await store.runs.finish({ id, status: "done", holder: "old" })).toBe(false);
    expect((await store.runs.running()).map((run) => run.id)).toContain(id);
  });

  it("remembers who asked it to stop first, and sums what was spent", async () => {
    const { store, newChat } = temporary;
    const conversationId = await newChat();
    const id = `${conversationId}/run`;
    await store.runs.create({ id, conversationId, holder: "me", frozen: FROZEN });
    expect(await store.runs.requestStop(id, "first tab")).toBe(true);
    expect(await store.runs.requestStop(id, "second tab")).toBe(true);
    await Promise.all([1.5, 2.5, 3].map((tokens) => store.runs.addSpend(id, tokens)));
    expect(await store.runs.get(id)).toMatchObject({ stopRequested: true, stoppedBy: { by: "first tab" }, spent: 7 });
    await store.runs.finish({ id, status: "stopped" });
    expect(await store.runs.requestStop(id, "third tab")).toBe(false);
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
    const unfinished = await store.toolStarts.unfinished(chat);
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
