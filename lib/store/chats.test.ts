import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConflictError } from "./store-error.ts";
import { openTemporaryStore, personRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

describe("a chat", () => {
  it("is created with its first rows and can be renamed", async () => {
    const { store } = temporary;
    const rows = [{ ...personRow("instruction", "Read chapter one"), kind: "instruction" as const, seq: 1 }];
    const chat = await store.chats.create({
      id: "first",
      workspaceId: "workspace",
      title: "One",
      draft: "later",
      rows,
    });
    expect(chat).toMatchObject({ title: "One", draft: "later", leafId: "instruction", status: "idle" });
    await store.chats.update("first", { title: "Two", draft: null });
    const changed = await store.chats.get("first");
    expect(changed?.title).toBe("Two");
    expect(changed && "draft" in changed).toBe(false);
    expect(await store.chats.get("none")).toBeUndefined();
  });

  it("has one child per call", async () => {
    const { store, newChat } = temporary;
    const parentId = await newChat();
    const child = await newChat({ parentId, parentToolCallId: "call" });
    await expect(newChat({ parentId, parentToolCallId: "call" })).rejects.toThrow(ConflictError);
    expect((await store.chats.findChild(parentId, "call"))?.id).toBe(child);
    expect((await store.chats.subagents(parentId)).map((chat) => chat.id)).toEqual([child]);
  });

  it("has one next chat per leaf, an empty chat too", async () => {
    const { store, newChat } = temporary;
    const old = await newChat();
    const afterNothing = await newChat({ continuedFromId: old });
    await expect(newChat({ continuedFromId: old })).rejects.toThrow(ConflictError);
    const afterLeaf = await newChat({ continuedFromId: old, continuedFromLeaf: "leaf" });
    await expect(newChat({ continuedFromId: old, continuedFromLeaf: "leaf" })).rejects.toThrow(ConflictError);
    expect((await store.chats.findContinuation(old))?.id).toBe(afterNothing);
    expect(await store.chats.findContinuation(old, "leaf")).toMatchObject({ id: afterLeaf, continuedFrom: old });
    expect(await store.chats.continuedTo(old)).toBe(afterLeaf);
  });

  it("is hidden and shown again together with its subagents", async () => {
    const { store, newChat } = temporary;
    const parentId = await newChat();
    const child = await newChat({ parentId, parentToolCallId: "a" });
    const hiddenBefore = await newChat({ parentId, parentToolCallId: "b" });
    await store.chats.softDelete(hiddenBefore);
    await store.chats.softDelete(parentId);
    const ids = async (options: { all?: boolean; deleted?: boolean }) =>
      (await store.chats.list(options)).map(({ id }) => id);
    const listed = await ids({ all: true });
    for (const id of [parentId, child, hiddenBefore]) expect(listed).not.toContain(id);
    expect(await ids({ deleted: true })).toEqual([parentId]);
    expect((await store.chats.get(child))?.deletedAt).toBeTypeOf("number");
    await store.chats.restore(parentId);
    expect(await ids({ all: true })).toEqual(expect.arrayContaining([parentId, child]));
    expect(await ids({ all: true, deleted: true })).toEqual([hiddenBefore]);
  });

  it("is listed by its last message, with subagents and row counts on request", async () => {
    const { store, newChat } = temporary;
    const older = await newChat();
    const newer = await newChat();
    const child = await newChat({ parentId: older, parentToolCallId: "c" });
    await store.messages.appendNext(older, personRow("wakes up", "hello"));
    const roots = (await store.chats.list()).map(({ id }) => id);
    expect(roots.indexOf(older)).toBeLessThan(roots.indexOf(newer));
    expect(roots).not.toContain(child);
    const all = await store.chats.list({ all: true });
    expect(all.find(({ id }) => id === child)).toMatchObject({ parentId: older, messages: 0 });
    expect(all.find(({ id }) => id === older)).toMatchObject({ messages: 1 });
  });
});

describe("a workspace", () => {
  it("is made once under the same id", async () => {
    const { store } = temporary;
    const sample = { id: "sample", name: "Sample", path: "/sample" };
    const first = await store.workspaces.ensureSample(sample);
    expect(await store.workspaces.ensureSample({ ...sample, name: "Other" })).toEqual(first);
    expect((await store.workspaces.list()).map(({ id }) => id)).toEqual(["workspace", "sample"]);
    expect(await store.workspaces.get("none")).toBeUndefined();
  });
});

describe("a setting", () => {
  it("keeps its newest value", async () => {
    const { store } = temporary;
    expect(await store.settings.get("window:x:y")).toBeUndefined();
    await store.settings.put("window:x:y", { tokens: 1 });
    await store.settings.put("window:x:y", { tokens: 2 });
    expect(await store.settings.get("window:x:y")).toEqual({ tokens: 2 });
  });
});
