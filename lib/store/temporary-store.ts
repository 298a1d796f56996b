import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openStore } from "./open-store.ts";
import type { NextRow } from "./rows.ts";
import type { NewChat, Store } from "./store.ts";

export interface TemporaryStore {
  store: Store;
  dataFolder: string;
  /** A new empty chat; its id. */
  newChat(chat?: Partial<NewChat>): Promise<string>;
  /** Sets the store's clock. Milliseconds since 1970. */
  setClock(now: number): void;
  /** Closes the store and removes its folder. */
  remove(): Promise<void>;
}

/** A store in a folder of its own, for tests. Its clock moves on by one millisecond whenever it is looked at. */
export async function openTemporaryStore(options: { lockWait?: number } = {}): Promise<TemporaryStore> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "longhand store #1% "));
  let clock = 1_000;
  let chats = 0;
  const now = () => {
    clock += 1;
    return clock;
  };
  const store = await openStore({ dataFolder, now, ...options });
  await store.workspaces.create({ id: "workspace", name: "Novel", path: "/novel" });
  return {
    store,
    dataFolder,
    setClock(value) {
      clock = value;
    },
    async newChat(chat = {}) {
      chats += 1;
      return (await store.chats.create({ id: `chat-${chats}`, workspaceId: "workspace", ...chat })).id;
    },
    async remove() {
      await store.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}

const ESTIMATE = { profile: "default", version: 1, tokens: 7 };

/** Rows as the loop writes them, without a place. */
export function personRow(id: string, text: string): NextRow {
  return { id, kind: "person", content: [{ type: "text", text }], estimate: ESTIMATE };
}

export function stepRow(id: string, toolCallId: string, input: unknown = {}): NextRow {
  return {
    id,
    kind: "step",
    content: [{ type: "tool-call", toolCallId, toolName: "read_file", input }],
    estimate: ESTIMATE,
  };
}

export function resultRow(id: string, toolCallId: string, value: string): NextRow {
  const output = { type: "text" as const, value };
  const content: NextRow["content"] = [{ type: "tool-result", toolCallId, toolName: "read_file", output }];
  return { id, kind: "result", content, toolCallId, toolName: "read_file", estimate: ESTIMATE };
}
