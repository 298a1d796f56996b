import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTemporaryStore, personRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

async function runningChat() {
  const { store, newChat } = temporary;
  const chat = await newChat();
  const run = `${chat}/run`;
  await store.runs.create({
    ...{ id: run, conversationId: chat, holder: "me", frozen: "{}" },
    message: personRow(`${chat}/first`, "go"),
  });
  const add = (id: string, deliver: "steer" | "queue", base?: string | null) =>
    store.queue.add({
      ...{ id: `${chat}/${id}`, conversationId: chat, text: id, deliver },
      ...(base !== undefined && { base }),
    });
  const texts = async () => (await store.queue.list(chat)).map(({ text }) => text);
  const held = async () => (await store.queue.list(chat)).map((waiting) => waiting.held);
  const next = (waiting: { id: string; text: string }) => ({
    ...{ id: `${chat}/run of ${waiting.text}`, conversationId: chat, holder: "me", frozen: "{}" },
    message: personRow(waiting.id, waiting.text),
  });
  return { store, chat, run, add, texts, held, next };
}

describe("the queue", () => {
  it("takes messages only while a run is active, each once, steering before the others", async () => {
    const { store, chat, run, add, texts } = await runningChat();
    expect(await add("later", "queue")).toBe("queued");
    expect(await add("now", "steer")).toBe("queued");
    expect(await add("later", "queue")).toBe("queued");
    expect(await store.queue.add({ id: `${chat}/later`, conversationId: chat, text: "other", deliver: "queue" })).toBe(
      "taken",
    );
    expect(await add("stale", "queue", "elsewhere")).toBe("stale");
    expect(await store.queue.add({ id: `${chat}/first`, conversationId: chat, text: "go", deliver: "queue" })).toBe(
      "sent",
    );
    expect(await texts()).toEqual(["now", "later"]);
    await store.runs.finish({ id: run, status: "failed" });
    expect(await add("too late", "queue")).toBe("idle");
  });

  it("can be put in another order, changed and emptied", async () => {
    const { store, chat, add, texts } = await runningChat();
    for (const id of ["a", "b", "c", "d"]) await add(id, "queue");
    await store.queue.change(chat, `${chat}/d`, { position: 1 });
    expect(await texts()).toEqual(["a", "d", "b", "c"]);
    await store.queue.change(chat, `${chat}/a`, { position: 99, text: "A" });
    expect(await texts()).toEqual(["d", "b", "c", "A"]);
    await store.queue.change(chat, `${chat}/c`, { deliver: "steer" });
    expect(await texts()).toEqual(["c", "d", "b", "A"]);
    expect(await store.queue.remove(chat, `${chat}/b`)).toBe(true);
    expect(await store.queue.remove(chat, `${chat}/b`)).toBe(false);
    expect(await store.queue.change(chat, `${chat}/b`, { text: "gone" })).toBeUndefined();
  });

  it("becomes rows when it is steered with, in order and once", async () => {
    const { store, chat, add, texts } = await runningChat();
    for (const id of ["a", "b"]) await add(id, "steer");
    await add("later", "queue");
    const deliver = (seq: number) =>
      store.queue.deliverSteers(chat, seq, ({ id, text }) => ({ ...personRow(id, text), kind: "steer" }));
    expect((await deliver(2)).map((row) => [row.seq, row.kind, row.id])).toEqual([
      [2, "steer", `${chat}/a`],
      [3, "steer", `${chat}/b`],
    ]);
    expect(await deliver(4)).toEqual([]);
    expect(await texts()).toEqual(["later"]);
    expect((await store.messages.path(chat)).map((row) => row.seq)).toEqual([1, 2, 3]);
  });

  it("stays whole when another writer was first", async () => {
    const { store, chat, add, texts } = await runningChat();
    await add("a", "steer");
    const delivery = store.queue.deliverSteers(chat, 1, ({ id, text }) => personRow(id, text));
    await expect(delivery).rejects.toMatchObject({ code: "conflict" });
    expect(await texts()).toEqual(["a"]);
  });

  it("opens the next turn when a run ends well, one message at a time", async () => {
    const { store, chat, run, add, texts, next } = await runningChat();
    for (const id of ["a", "b"]) await add(id, "queue");
    const first = await store.runs.finish({ id: run, status: "done", next });
    expect(first).toMatchObject({
      ended: true,
      next: { run: { status: "running" }, row: { id: `${chat}/a`, seq: 2 } },
    });
    expect(await texts()).toEqual(["b"]);
    expect((await store.chats.get(chat))?.status).toBe("running");
    await store.runs.finish({ id: `${chat}/run of a`, status: "done", next });
    expect(await store.runs.finish({ id: `${chat}/run of b`, status: "done", next })).toEqual({ ended: true });
    expect(await texts()).toEqual([]);
    expect((await store.chats.get(chat))?.status).toBe("idle");
  });

  it.each(["stopped", "failed", "paused", "full"] as const)(
    "waits after a run that is %s, until it is let go",
    async (status) => {
      const { store, chat, run, add, held, texts, next } = await runningChat();
      await add("a", "queue");
      await add("b", "steer");
      expect(await store.runs.finish({ id: run, status, next })).toEqual({ ended: true });
      expect(await held()).toEqual([true, true]);
      const again = { id: `${chat}/again`, conversationId: chat, holder: "me", frozen: "{}" };
      await store.runs.create({ ...again, message: personRow(`${chat}/second`, "on") });
      expect(await store.queue.deliverSteers(chat, 3, ({ id, text }) => personRow(id, text))).toEqual([]);
      await store.queue.change(chat, `${chat}/a`, { deliver: "queue" });
      expect(await store.runs.finish({ id: again.id, status: "done", next })).toMatchObject({
        next: { row: { id: `${chat}/a` } },
      });
      expect(await texts()).toEqual(["b"]);
    },
  );

  it("loses a message to the run that it begins by hand", async () => {
    const { store, chat, run, add, texts } = await runningChat();
    await add("a", "queue");
    await store.runs.finish({ id: run, status: "stopped" });
    const begun = { id: `${chat}/by hand`, conversationId: chat, holder: "me", frozen: "{}" };
    await store.runs.create({ ...begun, message: personRow(`${chat}/a`, "a") });
    expect(await texts()).toEqual([]);
  });
});
