import type { MessageState, MessageView } from "./views.ts";

/** A longer complete text is kept beside the row. Bytes. */
export const INLINE_BYTES = 1024 * 1024;

export type Json = null | string | number | boolean | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json | undefined };

/** What the provider wants back with a part, such as encrypted reasoning; passed through unread. */
export type ProviderOptions = Record<string, JsonObject>;

/** One part of a row, in the form of the AI SDK's messages. */
export type LogPart =
  | { type: "text"; text: string; providerOptions?: ProviderOptions }
  | { type: "reasoning"; text: string; providerOptions?: ProviderOptions }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown; providerOptions?: ProviderOptions }
  | {
      type: "tool-result";
      toolCallId: string;
      toolName: string;
      output: { type: "text" | "error-text"; value: string };
    };

export type RowKind = MessageView["kind"];

/** Size of a row as it is sent whole; computed once, because a row never changes. */
export interface Estimate {
  profile: string;
  version: number;
  tokens: number;
  /** By the rule of the model that was used when the row was stored, where that is another one. */
  also?: { profile: string; version: number; tokens: number };
}

/** Facts about a row that are never sent: for a step finish reason, usage, model, duration, the provider's own call ids. */
export interface RowDetail extends JsonObject {
  finishReason?: string;
  usage?: { inputTokens?: number; cachedTokens?: number; outputTokens?: number };
  durationMs?: number;
  model?: string;
  /** Digest of who made the step. */
  origin?: string;
}

/**
 * A row to append. Its role follows from `kind`: `step` is the assistant's, `result` the tool's, all else the user's.
 * A complete text over {@link INLINE_BYTES} does not go into `content`: put it with `blobs.put` first, give `blob` and `bytes`,
 * and let `content` hold the form that is sent.
 */
export interface NewRow {
  id: string;
  /** Place in the conversation. The unique key on it is the fence: a second writer gets a `ConflictError`. */
  seq: number;
  /** Absent: the previous on-path row of the same call, else the conversation's leaf. null: the first row of a new root. */
  parentId?: string | null;
  kind: RowKind;
  /** Default `complete`. */
  state?: MessageState;
  content: LogPart[];
  /** Results: the step that made the call, and the call's place in it. */
  stepId?: string;
  callIndex?: number;
  toolCallId?: string;
  toolName?: string;
  runId?: string;
  estimate: Estimate;
  /** Lengths in UTF-16 units of what is sent of a large text. */
  preview?: { head: number; tail: number };
  /** sha256 of the complete text. */
  blob?: string;
  /** UTF-8 bytes of the complete text. Absent: counted from `content`. */
  bytes?: number;
  detail?: RowDetail;
  /** True for a row that is shown but never sent: the conversation's leaf stays where it is. */
  offPath?: boolean;
}

/** A row without a place: it gets the next one inside the transaction. */
export type NextRow = Omit<NewRow, "seq">;

/** A row of the log. `content` is parsed at its first use. */
export interface LogRow {
  readonly id: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly parentId?: string;
  readonly role: "user" | "assistant" | "tool";
  readonly kind: RowKind;
  readonly state: MessageState;
  readonly content: LogPart[];
  readonly stepId?: string;
  readonly callIndex?: number;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly runId?: string;
  readonly estimate: Estimate;
  readonly preview?: { head: number; tail: number };
  readonly blob?: string;
  readonly bytes: number;
  readonly detail?: RowDetail;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Complete text of a row as UTF-8. `read` gives bytes `start` up to and without `end`, fewer at the end of the text. */
export interface TextSource {
  bytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
}
