import type { Readable } from "node:stream";
import type { RequestEnd, Requests } from "./ledger-types.ts";
import type { LogRow, NewRow, NextRow, TextSource } from "./rows.ts";
import type { LiveSteps, Queue, Runs, ToolStarts } from "./run-types.ts";
import type { StorageView } from "./storage-types.ts";
import type { ChatError, ChatListItem, ChatStatus, Fitting, MessagePage, StoppedBy, WorkspaceView } from "./views.ts";

/**
 * The log. Every function rejects with a `StoreError`, and a unique key that is taken with a `ConflictError`; what is not
 * there is `undefined`. Writes go one after another through one queue; reads go beside it. Times are milliseconds since 1970.
 */
export interface Store {
  workspaces: Workspaces;
  chats: Chats;
  messages: Messages;
  toolStarts: ToolStarts;
  estimates: Estimates;
  live: LiveSteps;
  runs: Runs;
  queue: Queue;
  requests: Requests;
  blobs: Blobs;
  settings: Settings;
  /** What is stored, how large it is, and when it was backed up and verified. */
  storage(): Promise<StorageView>;
  /** Numbers of stored rows, for the health page. */
  counts(): Promise<{ workspaces: number; chats: number; messages: number; requests: number; blobs: number }>;
  /** Waits for the writes that were begun, then closes the database. */
  close(): Promise<void>;
}

/** What rows cost by rules other than those that they were stored with. Never changed, as rows are not. */
export interface Estimates {
  /** Tokens by row id. */
  get(conversationId: string, rule: { profile: string; version: number }): Promise<Map<string, number>>;
  /** Of rows that have none by this rule. */
  add(
    conversationId: string,
    rule: { profile: string; version: number },
    counts: ReadonlyMap<string, number>,
  ): Promise<void>;
}

export interface Workspaces {
  create(workspace: { id: string; name: string; path: string }): Promise<WorkspaceView>;
  get(id: string): Promise<WorkspaceView | undefined>;
  /** Oldest first. */
  list(): Promise<WorkspaceView[]>;
  /** The workspace with this id, created when it is not there yet. */
  ensureSample(workspace: { id: string; name: string; path: string }): Promise<WorkspaceView>;
}

/** A chat or a subagent's conversation, without what is derived from settings and requests. */
export interface Chat {
  id: string;
  workspaceId: string;
  title: string;
  leafId?: string;
  draft?: string;
  fitting?: Fitting;
  parentId?: string;
  parentToolCallId?: string;
  continuedFrom?: string;
  continuedFromLeaf?: string;
  createdAt: number;
  updatedAt: number;
  deletedAt?: number;
  /** From the active run, else from the newest one that ended at this leaf; a finished one and none at all are `idle`. */
  status: ChatStatus;
  error?: ChatError;
  stoppedBy?: StoppedBy;
}

export interface NewChat {
  id: string;
  workspaceId: string;
  /** Default: empty. */
  title?: string;
  draft?: string;
  parentId?: string;
  parentToolCallId?: string;
  continuedFromId?: string;
  /** The old chat's leaf, absent for an empty one. */
  continuedFromLeaf?: string;
  fitting?: Fitting;
  /** First rows, written in the same transaction: a subagent's instruction, a handoff. */
  rows?: NewRow[];
}

export interface Chats {
  /** @throws ConflictError where the call has a child, or the leaf a next chat, already. */
  create(chat: NewChat): Promise<Chat>;
  /** Deleted ones too: look at `deletedAt`. */
  get(id: string): Promise<Chat | undefined>;
  /** Newest first. `all` lists subagents too and adds `messages`; `deleted` lists the trash. */
  list(options?: { all?: boolean; deleted?: boolean }): Promise<ChatListItem[]>;
  /** `draft: null` removes it. */
  update(id: string, change: { title?: string; draft?: string | null; fitting?: Fitting }): Promise<void>;
  /**
   * Makes the newest descendant of a row the leaf. `running`: not while a run is active. `unknown`: no row of this conversation,
   * or one that no branch goes through, such as text that a crash cut.
   */
  selectBranch(id: string, rowId: string): Promise<{ leafId: string } | "running" | "unknown">;
  /** Hides the chat and its subagents; nothing is removed. */
  softDelete(id: string): Promise<void>;
  /** Shows the chat and the subagents again that were hidden with it. */
  restore(id: string): Promise<void>;
  findChild(parentId: string, toolCallId: string): Promise<Chat | undefined>;
  /** In order of creation. */
  subagents(chatId: string): Promise<Chat[]>;
  /** The next chat of this leaf (absent: of an empty chat). */
  findContinuation(chatId: string, leafId?: string): Promise<Chat | undefined>;
  /** The newest next chat of any leaf. */
  continuedTo(chatId: string): Promise<string | undefined>;
}

/** What the newest request did with the rows of its conversation. */
export interface SentRows {
  /** Ids of results that were sent as a note. */
  cleared: ReadonlySet<string>;
  /** Rows up to this place were left out, but for a first row and those of `pinned`. 0: none. */
  droppedUpTo: number;
  pinned: ReadonlySet<string>;
}

export interface PageRequest {
  /** Rows with a smaller `seq`: the newest of them. */
  before?: number;
  /** Rows with a larger `seq`: the oldest of them. Without both: the newest page. */
  after?: number;
  /** Default 200. */
  limit?: number;
  sent?: SentRows;
  /** Only rows of the current branch, and cut text that hangs on one of them. */
  onPath?: boolean;
}

/** What a row brings to its end: it is stored in the same transaction. */
export interface Ending {
  /** Removes the step in progress. */
  removeLive?: boolean;
  /** Completes the request that was answered. */
  request?: RequestEnd;
  /** Tokens that it cost its run. */
  spent?: { runId: string; tokens: number };
}

export interface Messages {
  /**
   * Inserts rows of one conversation in one transaction, together with its new leaf and time, and with what ends with them.
   * @throws ConflictError when another writer was first: nothing was written.
   */
  append(conversationId: string, rows: NewRow[], ending?: Ending): Promise<LogRow[]>;
  /** Inserts one row at the next free place. @throws ConflictError when its id is taken. */
  appendNext(conversationId: string, row: NextRow): Promise<LogRow>;
  /** Ancestors of the leaf and the leaf itself, oldest first. `leafId` absent: the conversation's own leaf. */
  path(conversationId: string, leafId?: string): Promise<LogRow[]>;
  page(conversationId: string, page?: PageRequest): Promise<MessagePage>;
  get(id: string): Promise<LogRow | undefined>;
  /** Complete text of a tool's result. */
  result(
    conversationId: string,
    toolCallId: string,
  ): Promise<(TextSource & { isError: boolean; row: LogRow }) | undefined>;
  /** What a call that has its result was made with. */
  input(conversationId: string, toolCallId: string): Promise<unknown>;
  /** Complete text of any row. */
  text(id: string): Promise<(TextSource & { row: LogRow }) | undefined>;
  /** Results of the conversation, oldest first, without their text. */
  results(
    conversationId: string,
  ): Promise<{ toolCallId: string; toolName: string; bytes: number; createdAt: number }[]>;
  /** Number of assistant steps. */
  steps(conversationId: string): Promise<number>;
  /** Rows count from 1. */
  nextSeq(conversationId: string): Promise<number>;
}

export interface Blobs {
  /** A text or bytes in memory, or a file on disk, which is copied and may be removed afterwards. Stored once per content. */
  put(source: string | Uint8Array | { file: string }, mediaType?: string): Promise<{ sha256: string; bytes: number }>;
  /** Bytes `start` up to and without `end`; undefined for an unknown hash. */
  read(sha256: string, start?: number, end?: number): Promise<Uint8Array | undefined>;
  stream(sha256: string, start?: number, end?: number): Promise<Readable | undefined>;
  stat(sha256: string): Promise<{ bytes: number; mediaType: string } | undefined>;
}

export interface Settings {
  /** JSON values. Keys such as `window:{baseURL}:{model}`. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
}
