import type { KnownBeginning } from "./cut-body.ts";
import type { RequestView, SpendView } from "./views.ts";

/** Where the ledger of a conversation stands: keep it in memory and give it to the next `begin`. */
export interface LedgerPosition {
  requestId: string;
  /** `n` of the conversation's newest request; absent while only this branch is known. */
  newest?: number;
  /** Hashes of the message blocks of that request, in order. */
  blocks: readonly string[];
  /** In memory only; absent for a position that was read from the database, or for an empty list. */
  beginning?: KnownBeginning | undefined;
  /** Rows since the last full one, from 0. */
  depth: number;
}

export interface NewRequest {
  id: string;
  conversationId: string;
  runId: string;
  stepId: string;
  attempt: number;
  /** Newest row that the projection read. */
  headId?: string;
  /** The body, exactly as it will be sent. */
  body: string;
  listKey: "messages" | "input";
  /** The request before; absent for the first. */
  parent?: LedgerPosition;
  /** JSON. */
  report: string;
  /** JSON: the projection's state, asked for whole when there is no parent and every 50 rows, else as a change against the parent's. */
  state: (form: "whole" | "change") => string;
  /** Tokens. */
  estimate: number;
  model: string;
}

export interface RequestEnd {
  id: string;
  /** HTTP status. */
  status?: number;
  usage?: { inputTokens?: number; cachedTokens?: number; outputTokens?: number };
  finishReason?: string;
  /** US dollars. */
  cost?: number;
  error?: string;
  firstAt?: number;
  endedAt?: number;
}

/** A request with what the next projection needs of it. */
export interface LedgerEntry {
  request: RequestView;
  headId?: string;
  /** State texts, first the whole one, then the changes up to this request. */
  states: string[];
  position: LedgerPosition;
}

export interface Requests {
  /** Stores what is about to be sent. When it rejects, nothing may be sent. */
  begin(request: NewRequest): Promise<{ n: number; position: LedgerPosition }>;
  /** Once; false when it was completed already. */
  complete(end: RequestEnd): Promise<boolean>;
  /** The exact body. */
  body(conversationId: string, n: number): Promise<string | undefined>;
  /** By `n`, ascending. */
  list(conversationId: string): Promise<RequestView[]>;
  /** The newest request that read no further than these rows. */
  newestOnPath(conversationId: string, ancestorIds: ReadonlySet<string>): Promise<LedgerEntry | undefined>;
  /** The newest such request that the provider counted: one that a crash or a refusal cut short says nothing of sizes. */
  newestCountedOnPath(
    conversationId: string,
    ancestorIds: ReadonlySet<string>,
  ): Promise<Pick<LedgerEntry, "request" | "headId"> | undefined>;
  stateChain(conversationId: string, requestId: string): Promise<string[]>;
  /** The newest request that was made on the current branch. */
  newestOnBranch(conversationId: string): Promise<RequestView | undefined>;
  newest(conversationId: string): Promise<RequestView | undefined>;
  spend(conversationId: string): Promise<SpendView>;
}
