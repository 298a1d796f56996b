/**
 * What a failed model call means for the loop:
 *
 * - `OVERFLOW`: the prompt does not fit. Never resent unchanged.
 * - `SIZE`: too many bytes in the request or in one part. Never resent unchanged; clearing small texts does not help.
 * - `SILENT`: a success whose prompt was larger than the window; the window is wrong or the provider drops text.
 * - `WAIT`: a temporary limit. The same request may be sent again after the delay.
 * - `NEVER-FITS`: a rate limit smaller than this one request; waiting cannot help, `limit` says what would fit.
 * - `BILLING`, `AUTH`, `CONFIG`, `CONTENT`: for the person to solve.
 * - `HISTORY`: the list of messages is not acceptable; `repair` says what to mend before one more try.
 * - `TRANSIENT`: outage or lost connection. Retried with back-off, bounded.
 * - `STOPPED`: an abort, which is no failure.
 * - `UNRECORDED`: our own ledger refused the request, so it was never sent.
 * - `UNKNOWN`: refused in words that nothing here knows. Not retried.
 */
export type FailureClass =
  | "OVERFLOW"
  | "SIZE"
  | "SILENT"
  | "WAIT"
  | "NEVER-FITS"
  | "BILLING"
  | "AUTH"
  | "CONFIG"
  | "CONTENT"
  | "HISTORY"
  | "TRANSIENT"
  | "STOPPED"
  | "UNRECORDED"
  | "UNKNOWN";

/** What to mend in the list that is sent (stored rows stay untouched). */
export type HistoryRepair = "pairs" | "reasoning" | "text" | "order";

/** Token counts that a refusal names. With both present, `used` is larger than `limit`. */
export interface TokenCounts {
  /** Tokens that the provider held against `limit`; with `output` they include the reserved output. */
  used?: number;
  /** The prompt alone: the figure to compare with an estimate. */
  input?: number;
  /** Reserved output that was counted in; lowering it is the cheapest remedy. */
  output?: number;
  /** What would have been accepted, in tokens. */
  limit?: number;
  /** The provider said "at least" and did not count to the end: not a measurement to learn from. */
  lowerBound?: true;
}

/** A failed model call as data: can be stored as JSON and holds no key and no markup. */
export interface ModelFailure extends TokenCounts {
  class: FailureClass;
  /** False where the class was guessed from the size of the request, because the provider did not say. */
  sure: boolean;
  /** One English sentence for a person. */
  message: string;
  /** The provider's own words: at most 2,000 characters, markup and secrets removed; may be empty. */
  detail: string;
  /** The tool, model or parameter that the provider complains about. */
  subject?: string;
  /** Set for `HISTORY`, and for an `OVERFLOW` of a fallback whose first attempt failed for its list. */
  repair?: HistoryRepair;
  /** How long the provider asks to wait, in milliseconds. */
  retryAfterMs?: number;
  /** A smaller bound on retries, where each retry is expensive. */
  retryLimit?: number;
  /** HTTP status, real or as named in a stream. */
  status?: number;
  providerRequestId?: string;
}

/** What is known about the request that failed. Tokens. */
export interface FailureContext {
  /** Our own count of the request. */
  estimate?: number | undefined;
  /** The window that the request was fitted to. */
  window?: number | undefined;
  /** Which API was called: a missing address has another remedy on each. */
  api?: "responses" | "chat" | undefined;
}

/** Whether sending the same bytes again can help. */
export const isRetryable = (failure: Pick<ModelFailure, "class">): boolean =>
  failure.class === "WAIT" || failure.class === "TRANSIENT";
