import type { ApiError } from "./types.ts";

/**
 * One event of an answer. `delta` is a piece of text or arguments: pieces are paced and counted for faults. `end` events complete
 * the answer; a stream without them is an interrupted one. A string is sent as it is.
 */
export interface StreamEvent {
  phase: "frame" | "delta" | "end";
  data: Record<string, unknown> | string;
}

/** How one API puts a reply and an error on the wire. */
export interface Wire {
  events(): Iterable<StreamEvent>;
  /** `sent`: how many events went out before. */
  errorEvents(error: ApiError, form: "error" | "failed", sent: number): StreamEvent[];
  json(): Record<string, unknown>;
}

export interface WireContext {
  id: string;
  model: string;
  /** Seconds since 1970. */
  createdAt: number;
  chunkSize: number;
  includeUsage: boolean;
  encryptedReasoning: boolean;
}

/** Arguments are longer than texts and nobody reads along. */
export const ARGUMENT_CHUNK_FACTOR = 4;
