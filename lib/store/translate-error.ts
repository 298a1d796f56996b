import { z } from "zod";
import { ConflictError, StoreError } from "./store-error.ts";

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
const SQLITE_FULL = 13;
const PRIMARY_CODE = 0xff;

/** Names a failure of the database or of the disk. What is a `StoreError` already stays as it is. */
export function translateError(error: unknown): StoreError {
  if (StoreError.isInstance(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isNoSpace(error)) return new StoreError("disk-full", message, error);
  const cause = driverCauseOf(error);
  if (cause?.kind === "UniqueConstraintViolation") return new ConflictError(cause.constraint?.fields ?? [], error);
  const code = (cause?.extendedCode ?? 0) & PRIMARY_CODE;
  if (code === SQLITE_FULL) return new StoreError("disk-full", message, error);
  // The adapter calls a busy database a socket timeout.
  if (cause?.kind === "SocketTimeout" || code === SQLITE_BUSY || code === SQLITE_LOCKED) {
    return new StoreError("locked", message, error);
  }
  return new StoreError("database", message, error);
}

function driverCauseOf(error: unknown): z.infer<typeof driverCause> | undefined {
  const parsed = carriers.safeParse(error);
  if (!parsed.success) return undefined;
  return "meta" in parsed.data ? parsed.data.meta.driverAdapterError.cause : parsed.data.cause;
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
