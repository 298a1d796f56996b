export type StoreErrorCode = "database" | "disk-full" | "locked" | "conflict";

/**
 * The log could not be read or written. `conflict` means that a row with the same key exists already: for a run, another
 * writer is ahead of it, so it must stop; see {@link ConflictError}.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.code = code;
  }
}

/** A unique key is taken. Nothing of the transaction was written. */
export class ConflictError extends StoreError {
  /** Columns of the key, e.g. `["conversationId", "seq"]`; empty where the database does not tell. */
  readonly columns: readonly string[];

  constructor(columns: readonly string[], cause?: unknown) {
    super("conflict", `A row with this ${columns.join(", ") || "key"} exists already.`, cause);
    this.name = "ConflictError";
    this.columns = columns;
  }
}
