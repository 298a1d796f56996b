/**
 * `missing`, `newer` and `in-use` are refusals of the start: the database is not there though it was, it was made by a newer
 * version, or another server has the data folder. They and `unsound` (an archive that cannot be restored) carry a sentence
 * for a person as their message.
 */
export type StoreErrorCode =
  | "database"
  | "disk-full"
  | "read-only"
  | "corrupt"
  | "locked"
  | "conflict"
  | "missing"
  | "newer"
  | "in-use"
  | "unsound";

const marker = Symbol.for("longhand.store-error");

/**
 * The log could not be read or written. `conflict` means that a row with the same key exists already: for a run, another
 * writer is ahead of it, so it must stop; see {@link ConflictError}.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly [marker] = true;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.code = code;
  }

  /** Holds across copies of this module, where `instanceof` does not: the server has one for its start and one for its routes. */
  static isInstance(error: unknown): error is StoreError {
    return typeof error === "object" && error !== null && marker in error;
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

  static override isInstance(error: unknown): error is ConflictError {
    return StoreError.isInstance(error) && error.code === "conflict";
  }
}
