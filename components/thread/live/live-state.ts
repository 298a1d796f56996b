/** What streams and is not a stored row yet. Everything here may be dropped without loss: the rows are the record. */
export interface LiveState {
  /** Steps in progress by the id that their row will have, in order of appearance. */
  steps: ReadonlyMap<string, LiveStep>;
  /** Calls that run or have just ended, until their result is a row. */
  tools: ReadonlyMap<string, LiveTool>;
  /** Ids of rows that are committed: what still streams of them is late and is not shown. */
  committed: ReadonlySet<string>;
  /** The highest `seq` of a committed row that an event named. */
  announced: number;
  wait?: { untilMs: number; reason: string; attempt: number };
  projection?: { cleared: number; dropped: number };
}

export interface LiveStep {
  id: string;
  parts: readonly LivePart[];
}

export type LivePart =
  | { type: "text" | "reasoning"; id: string; text: string; open: boolean }
  | { type: "tool"; toolCallId: string; toolName: string; input?: unknown };

export interface LiveTool {
  state: "running" | "done" | "failed";
  startedAt?: number;
  text?: string;
}

export const EMPTY_LIVE_STATE: LiveState = { steps: new Map(), tools: new Map(), committed: new Set(), announced: 0 };
