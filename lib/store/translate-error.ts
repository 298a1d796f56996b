import { z } from "zod";
import { ConflictError, StoreError, type StoreErrorCode } from "./store-error.ts";

/** What Prisma's driver adapter says, wherever Prisma puts it. */
const driverCause = z.object({
  kind: z.string(),
  extendedCode: z.number().optional(),
  constraint: z.object({ fields: z.array(z.string()).optional() }).optional(),
});
const carriers = z.union([
  z.object({ meta: z.object({ driverAdapterError: z.object({ cause: driverCause }) }) }),
  z.object({ cause: driverCause }),
]);

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** No room for the index that readers and writers share. */
const SQLITE_IOERR_SHMSIZE = 4874;
const PRIMARY_CODE = 0xff;

const CODES = new Map<number, StoreErrorCode>([
  [SQLITE_BUSY, "locked"],
  [SQLITE_LOCKED, "locked"],
  [SQLITE_READONLY, "read-only"],
  [SQLITE_CORRUPT, "corrupt"],
  [SQLITE_FULL, "disk-full"],
  [SQLITE_CANTOPEN, "read-only"],
  [SQLITE_NOTADB, "corrupt"],
]);

const DISK_CODES = new Map<unknown, StoreErrorCode>([
  ["ENOSPC", "disk-full"],
  ["EDQUOT", "disk-full"],
  ["EROFS", "read-only"],
  ["EACCES", "read-only"],
  ["EPERM", "read-only"],
  ["ENOTDIR", "read-only"],
]);

/** Names a failure of the database or of the disk. What is a `StoreError` already stays as it is. */
export function translateError(error: unknown): StoreError {
  if (StoreError.isInstance(error)) return error;
  const known = diskFailure(error);
  if (known) return known;
  const message = error instanceof Error ? error.message : String(error);
  const cause = driverCauseOf(error);
  if (cause?.kind === "UniqueConstraintViolation") return new ConflictError(cause.constraint?.fields ?? [], error);
  // The adapter calls a busy database a socket timeout.
  if (cause?.kind === "SocketTimeout") return new StoreError("locked", message, error);
  // Stored JSON that is none any more.
  if (error instanceof SyntaxError) return new StoreError("corrupt", message, error);
  const extended = cause?.extendedCode ?? rawCodeOf(error);
  const code = extended === SQLITE_IOERR_SHMSIZE ? "disk-full" : CODES.get(extended & PRIMARY_CODE);
  return new StoreError(code ?? "database", message, error);
}

/** The failure as a `StoreError` when it is one, or when the disk is full or cannot be written; else undefined. */
export function diskFailure(error: unknown): StoreError | undefined {
  if (StoreError.isInstance(error)) return error;
  const code = error instanceof Error && "code" in error ? DISK_CODES.get(error.code) : undefined;
  return code && new StoreError(code, (error as Error).message, error);
}

/** What the driver itself throws, where Prisma is not in between. A connection that does not open says its code in words only. */
function rawCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  if ("rawCode" in error && typeof error.rawCode === "number") return error.rawCode;
  return Number(/Unable to open connection .*: (\d+)"?\)?$/s.exec(error.message)?.[1] ?? 0);
}

function driverCauseOf(error: unknown): z.infer<typeof driverCause> | undefined {
  const parsed = carriers.safeParse(error);
  if (!parsed.success) return undefined;
  return "meta" in parsed.data ? parsed.data.meta.driverAdapterError.cause : parsed.data.cause;
}
