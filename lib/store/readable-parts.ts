import type { LogPart, LogRow } from "./rows.ts";
import { StoreError } from "./store-error.ts";

/** The parts of a row; undefined where they are damaged. For readers that go on with what the other rows say. */
export function readableParts(row: LogRow): LogPart[] | undefined {
  try {
    return row.content;
  } catch (error) {
    if (StoreError.isInstance(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}
