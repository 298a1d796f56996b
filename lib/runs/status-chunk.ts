import type { Chat } from "#lib/store/index.ts";
import { type DataChunk, data } from "./live-hub.ts";

/** How a chat stands, as its viewers are told. */
export function statusChunk({ status, error, stoppedBy }: Pick<Chat, "status"> & StatusFacts): DataChunk {
  return data("data-status", { status, ...(error && { error }), ...(stoppedBy && { stoppedBy }) });
}

interface StatusFacts {
  error?: Chat["error"] | undefined;
  stoppedBy?: Chat["stoppedBy"] | undefined;
}
