import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewRow, NextRow } from "./rows.ts";
import { ConflictError } from "./store-error.ts";
import { openTemporaryStore, personRow, resultRow, stepRow, type TemporaryStore } from "./temporary-store.ts";

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.remove());

/** Rows at the places from 1 on; their ids and call ids carry the chat's. */
function place(chat: string, rows: NextRow[]): NewRow[] {
  return rows.map((row, index) => ({ ...row, id: `${chat}/${row.id}`, seq: index + 1 }));
}

describe("what is appended", () => {
  it("comes back the same, whatever characters it has", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const text = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 40 });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.jsonValue(), async (anyText, input) => {
        count += 1;
        const content: NextRow["content"] = [
          { type: "text", text: `\u0000\ud800😀${anyText}` },
          { type: "tool-call", toolCallId: "call", toolName: "write_file", input },
        ];
        const { id } = await store.messages.appendNext(chat, { ...stepRow(`${chat}/${count}`, "call"), content });
        const row = await store.messages.get(id);
        expect(JSON.stringify(row?.content)).toBe(JSON.stringify(content));
      }),
      { numRuns: 40 },
    );
  });

  it("keeps the order of keys and every optional fact", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const row: NewRow = {
      ...stepRow(`${chat}/step`, "call", { zebra: 1, apple: { "2": true, "b\u0000": null } }),
      seq: 1,
      state: "stopped",
      runId: "run",
      preview: { head: 3, tail: 4 },
      detail: { finishReason: "length", usage: { inputTokens: 5 }, durationMs: 6 },
    };
    const [appended] = await store.messages.append(chat, [row]);
    const read = await store.messages.get(row.id);
    expect(JSON.stringify(read)).toBe(JSON.stringify(appended));
    expect(read).toMatchObject({
      role: "assistant",
      kind: "step",
      state: "stopped",
      runId: "run",
      preview: { head: 3, tail: 4 },
    });
    expect(JSON.stringify(read?.content)).toContain('{"zebra":1,"apple":{"2":true,"b\\u0000":null}}');
    expect(read?.detail).toEqual({ finishReason: "length", usage: { inputTokens: 5 }, durationMs: 6 });
  });

  it("moves the leaf, counts its bytes and removes the step in progress", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    await store.live.put({
      conversationId: chat,
      runId: "run",
      stepId: "s",
      attempt: 1,
      content: [{ type: "text", text: "a" }],
    });
    await store.messages.append(chat, place(chat, [personRow("p", "Ж😀"), stepRow("s", "call")]), { removeLive: true });
    expect((await store.chats.get(chat))?.leafId).toBe(`${chat}/s`);
    expect((await store.messages.get(`${chat}/p`))?.bytes).toBe(6);
    expect(await store.live.get(chat)).toBeUndefined();
  });
});

describe("two writers", () => {
  it("cannot both take a place: the second writes nothing", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    await store.messages.append(chat, place(chat, [personRow("p", "one")]));
    const stale = place(chat, [stepRow("late", "call")]);
    const other = { ...personRow(`${chat}/other`, "two"), seq: 2 };
    const failure = await store.messages.append(chat, [other, ...stale]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConflictError);
    expect(failure).toMatchObject({ code: "conflict", columns: ["conversationId", "seq"] });
    expect(await store.messages.nextSeq(chat)).toBe(2);
    expect((await store.chats.get(chat))?.leafId).toBe(`${chat}/p`);
  });

  it("get one place each when they ask for the next one", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const ids = Array.from({ length: 12 }, (_, index) => `${chat}/${index}`);
    const rows = await Promise.all(ids.map((id) => store.messages.appendNext(chat, personRow(id, id))));
    expect(rows.map((row) => row.seq)).toEqual(ids.map((_, index) => index + 1));
    expect((await store.messages.path(chat)).map((row) => row.id)).toEqual(ids);
  });
});

describe("the path", () => {
  it("leaves out off-path rows and other branches, in reading and on every page", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const rows = place(chat, [
      personRow("p1", "first"),
      { ...stepRow("cut", "never"), offPath: true, state: "interrupted" },
      stepRow("s1", "call-1"),
      resultRow("r1", "call-1", "text"),
      { ...personRow("p2", "edited"), parentId: `${chat}/p1` },
      stepRow("s2", "call-2"),
    ]);
    await store.messages.append(chat, rows);
    const names = (found: { id: string }[]) => found.map(({ id }) => id.slice(chat.length + 1));
    expect(names(await store.messages.path(chat))).toEqual(["p1", "p2", "s2"]);
    expect(names(await store.messages.path(chat, `${chat}/r1`))).toEqual(["p1", "s1", "r1"]);
    expect(await store.messages.path(chat, "of another chat")).toEqual([]);
    const sent = { cleared: new Set([`${chat}/s2`]), droppedUpTo: 5, pinned: new Set<string>() };
    const newest = await store.messages.page(chat, { limit: 4, sent });
    expect(newest.before).toBe(3);
    expect(newest.messages.map(({ seq, onPath, sent: mark }) => [seq, onPath, mark])).toEqual([
      [3, false, undefined],
      [4, false, undefined],
      [5, true, "dropped"],
      [6, true, "cleared"],
    ]);
    const pinned = await store.messages.page(chat, { limit: 2, sent: { ...sent, pinned: new Set([`${chat}/p2`]) } });
    expect(pinned.messages.map(({ sent: mark }) => mark)).toEqual([undefined, "cleared"]);
    const oldest = await store.messages.page(chat, { before: 3, limit: 4, sent });
    expect(oldest.before).toBeUndefined();
    expect(oldest.messages.map(({ seq, onPath, sent: mark }) => [seq, onPath, mark])).toEqual([
      [1, true, undefined],
      [2, false, undefined],
    ]);
    expect(names((await store.messages.page(chat, { after: 2, limit: 2 })).messages)).toEqual(["s1", "r1"]);
  });
});

describe("the complete text", () => {
  it("of a result is read by ranges from its row", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    await store.messages.append(chat, place(chat, [stepRow("s", "c"), resultRow("r", "c", "Жук 😀 end")]));
    const source = await store.messages.result(chat, "c");
    expect(source?.isError).toBe(false);
    expect(source?.bytes).toBe(15);
    expect(Buffer.from((await source?.read(7, 15)) ?? []).toString()).toBe("😀 end");
    expect(await store.messages.result(chat, "unknown")).toBeUndefined();
    expect(await store.messages.results(chat)).toMatchObject([{ toolCallId: "c", toolName: "read_file", bytes: 15 }]);
  });

  it("of a very large result is in a blob, and the page links to it", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const { sha256, bytes } = await store.blobs.put("0123456789".repeat(150_000));
    const row = { ...resultRow("r", "c", "0123 … 6789"), blob: sha256, bytes, preview: { head: 4, tail: 4 } };
    await store.messages.append(chat, place(chat, [stepRow("s", "c"), row]));
    const source = await store.messages.result(chat, "c");
    expect(source?.bytes).toBe(1_500_000);
    expect(Buffer.from((await source?.read(1_499_998, 1_600_000)) ?? []).toString()).toBe("89");
    const { messages } = await store.messages.page(chat);
    expect(messages[1]?.content).toEqual([
      {
        type: "tool-result",
        toolCallId: "c",
        toolName: "read_file",
        output: { type: "text", bytes: 1_500_000, href: `/api/chats/${chat}/results/c` },
      },
    ]);
  });

  it("of any row is served by its id", async () => {
    const { store, newChat } = temporary;
    const chat = await newChat();
    const text = "line\n".repeat(30_000);
    await store.messages.append(chat, place(chat, [personRow("p", text)]));
    const source = await store.messages.text(`${chat}/p`);
    expect(Buffer.from((await source?.read(0, source.bytes)) ?? []).toString()).toBe(text);
  });
});
