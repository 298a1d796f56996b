import type { MessagePort } from "node:worker_threads";
import type { Listing, SearchOutcome } from "../types.ts";

/** A find or a search, as it is handed to the worker thread. All of it can be cloned. */
export interface LookupTask {
  base: LookupBase;
  /** Matched against the path below the base, or against the name where the glob has no slash. */
  glob?: string | undefined;
  limit: number;
  /** Absent for a find. */
  pattern?: LinePattern | undefined;
}

export type LookupBase =
  | { kind: "disk"; realRoot: string; realPath: string; path: string }
  | { kind: "mount"; prefix: string; name: string; port: MessagePort };

export interface LinePattern {
  source: string;
  flags: string;
}

export type LookupAnswer = Listing | SearchOutcome;
