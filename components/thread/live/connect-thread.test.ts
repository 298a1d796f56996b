import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { queryKeys } from "#components/api/query-keys.ts";
import type { MessageView } from "#lib/store/views.ts";
import { connectThread } from "./connect-thread.ts";
import type { LiveEvent } from "./live-event.ts";
import { createLiveStore } from "./live-store.ts";
import type { RowLog } from "./row-log.ts";
import type { FetchPage } from "./sync-rows.ts";

const step = (seq: number): MessageView => ({
  id: `m${seq}`,
  seq,
  role: "assistant",
  kind: "step",
  state: "complete",
  content: [{ type: "text", text: `text ${seq}` }],
  bytes: 6,
  tokens: 6,
  createdAt: seq,
  onPath: true,
});

function openThread() {
  const stored: MessageView[] = [];
  const fetched: number[] = [];
  const fetchPage: FetchPage = async ({ after = 0, before = Number.POSITIVE_INFINITY }) => {
    fetched.push(after);
    return { messages: stored.filter(({ seq }) => seq > after && seq < before) };
  };
  const client = new QueryClient();
  const store = createLiveStore((callback) => callback());
  let send: (event: LiveEvent) => void = () => {};
  const close = connectThread({
    client,
    chatId: "chat",
    store,
    fetchPage,
    openStream: ({ onEvent }) => {
      send = onEvent;
      return () => client.clear();
    },
  });
  const emit = (chunk: LiveEvent["chunk"], seq: number, conversationId = "chat") =>
    send({ seq, conversationId, messageId: `m${seq}`, chunk });
  const rowsHeld = () => client.getQueryData<RowLog>(queryKeys.rows("chat"))?.rows.map(({ seq }) => seq);
  return { stored, fetched, emit, rowsHeld, close, store };
}

const dataRow = (seq: number): LiveEvent["chunk"] => ({
  type: "data-row",
  data: { seq, id: `m${seq}`, role: "assistant", kind: "step" },
});

describe("the stream of a chat", () => {
  it("brings every committed row, also those that were announced while a fetch was under way", async () => {
    const thread = openThread();
    for (const seq of [1, 2, 3, 4]) {
      thread.stored.push(step(seq));
      thread.emit(dataRow(seq), seq);
    }
    await vi.waitFor(() => expect(thread.rowsHeld()).toEqual([1, 2, 3, 4]));
    thread.stored.push(step(5));
    thread.emit(dataRow(5), 5);
    await vi.waitFor(() => expect(thread.rowsHeld()).toEqual([1, 2, 3, 4, 5]));
    thread.close();
  });

  it("notices rows that were committed while it was not connected", async () => {
    const thread = openThread();
    thread.stored.push(step(1), step(2));
    thread.emit({ type: "data-status", data: { status: "running" } }, 2);
    await vi.waitFor(() => expect(thread.rowsHeld()).toEqual([1, 2]));
    thread.close();
  });

  it("asks once for rows that are announced together", async () => {
    const thread = openThread();
    thread.stored.push(step(1));
    thread.emit(dataRow(1), 1);
    await vi.waitFor(() => expect(thread.rowsHeld()).toEqual([1]));
    const before = thread.fetched.length;
    thread.stored.push(...[2, 3, 4, 5, 6].map(step));
    for (const seq of [2, 3, 4, 5, 6]) thread.emit(dataRow(seq), seq);
    await vi.waitFor(() => expect(thread.rowsHeld()).toEqual([1, 2, 3, 4, 5, 6]));
    expect(thread.fetched.length - before).toBeLessThan(5);
    thread.close();
  });

  it("takes no event of another chat", () => {
    const thread = openThread();
    thread.emit({ type: "start" }, 1);
    thread.emit({ type: "text-delta", id: "0", delta: "mine" }, 1);
    thread.emit({ type: "start" }, 2, "other");
    thread.emit({ type: "text-delta", id: "0", delta: "not mine" }, 2, "other");
    const steps = thread.store.getState().steps;
    expect([...steps.keys()]).toEqual(["m1"]);
    thread.close();
  });
});
