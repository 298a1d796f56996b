import type { LogPart, LogRow, NextRow } from "./rows.ts";
import type { ChatError, QueuedView, StoppedBy } from "./views.ts";

export interface NewToolStart {
  id: string;
  conversationId: string;
  runId: string;
  stepId: string;
  callIndex: number;
  toolCallId: string;
  toolName: string;
  /** From 1. */
  attempt: number;
  /** Path of the growing output on disk. */
  outputFile?: string;
}

export interface ToolStart extends NewToolStart {
  startedAt: number;
}

export interface ToolStarts {
  /** Before the effects of the calls. @throws ConflictError when this attempt was started already. */
  insert(starts: NewToolStart[]): Promise<void>;
  /** The newest start of each of these calls that has no result row, in order of the calls. */
  unfinished(conversationId: string, toolCallIds: readonly string[]): Promise<ToolStart[]>;
}

/** The step in progress. */
export interface LiveStep {
  conversationId: string;
  runId: string;
  stepId: string;
  attempt: number;
  content: LogPart[];
  updatedAt: number;
}

export interface LiveSteps {
  put(step: Omit<LiveStep, "updatedAt">): Promise<void>;
  get(conversationId: string): Promise<LiveStep | undefined>;
  remove(conversationId: string): Promise<void>;
}

export type RunStatus = "running" | "done" | "stopped" | "failed" | "paused" | "full";

export interface Run {
  id: string;
  conversationId: string;
  status: RunStatus;
  holder?: string;
  heartbeatAt: number;
  /** JSON, as it was given. */
  frozen: string;
  /** Tokens. */
  spent: number;
  error?: ChatError;
  stopRequested: boolean;
  stoppedBy?: StoppedBy;
  /** How often in a row the process died while the run stood at the same place. */
  crashes: number;
  startedAt: number;
  endedAt?: number;
}

export interface NewRun {
  id: string;
  conversationId: string;
  holder: string;
  /** JSON {instructions, tools, model, window, budget}; comes back byte for byte. */
  frozen: string;
  /** The message that it answers, written in the same transaction: refused together with the run. It leaves the queue when it waited there. */
  message?: NextRow;
  /** Row that becomes the leaf first: the run answers another branch. */
  leafId?: string;
  /** The leaf that the sender saw, null for none. Absent: whatever it is. */
  base?: string | null;
}

export type BegunRun = { created: true; run: Run; row?: LogRow };
export type RunRefusal = { created: false; reason: "running"; runId: string } | { created: false; reason: "stale" };

export interface RunEndRecord {
  id: string;
  status: Exclude<RunStatus, "running">;
  error?: ChatError;
  /** Only when this process holds it. */
  holder?: string;
  /** Makes the run that answers a waiting message; asked for one when the run ended well. Must be quick and not throw. */
  next?: (waiting: QueuedView) => NewRun;
}

export interface Runs {
  /** One run at a time in a conversation: while one is running, or on another leaf than `base`, nothing is written. */
  create(run: NewRun): Promise<BegunRun | RunRefusal>;
  get(id: string): Promise<Run | undefined>;
  newest(conversationId: string): Promise<Run | undefined>;
  /**
   * Ends a running run; `ended` is false when it had ended already or, with `holder`, when another process holds it. After a run
   * that ended well the first waiting message opens the next turn in the same transaction; after any other end all are held.
   */
  finish(end: RunEndRecord): Promise<{ ended: boolean; next?: BegunRun }>;
  /** A sign of life; false when another process holds the run or it has ended: then this one must stop. */
  heartbeat(id: string, holder: string): Promise<boolean>;
  /**
   * Takes a running run whose last sign of life is not between `aliveFrom` and `aliveTo`, that nobody holds, or that this holder
   * has already. Counts a crash when somebody else held it and no row was added since the crash before.
   */
  takeOver(claim: { id: string; holder: string; aliveFrom?: number; aliveTo?: number }): Promise<Run | undefined>;
  /** Gives all runs of this holder back, unfinished: whoever takes one over sees no crash. */
  release(holder: string): Promise<void>;
  /** False when the run is not running. */
  requestStop(id: string, by: Omit<StoppedBy, "at">): Promise<boolean>;
  /** Answers the new sum. */
  addSpend(id: string, tokens: number): Promise<number>;
  /** All that are running, oldest first. */
  running(): Promise<Run[]>;
  /** Oldest first. */
  listForConversation(conversationId: string): Promise<Run[]>;
}

/** Messages that wait for the next step or the next turn. */
export interface Queue {
  /** Steering first, then by position: the order of delivery. */
  list(conversationId: string): Promise<QueuedView[]>;
  /**
   * Adds a message behind the others; the same again changes nothing. `idle`: no run is active, so nothing was stored. `stale`:
   * the leaf is not `base`. `taken`: another text waits under this id. `sent`: it is a row already.
   */
  add(message: {
    id: string;
    conversationId: string;
    text: string;
    deliver: QueuedView["deliver"];
    base?: string | null;
  }): Promise<"queued" | "idle" | "stale" | "taken" | "sent">;
  /** `deliver` lets a held one go again; `position` is its place among all that wait, from 0. Undefined when it waits no more. */
  change(
    conversationId: string,
    id: string,
    change: { text?: string; deliver?: QueuedView["deliver"]; position?: number },
  ): Promise<QueuedView | undefined>;
  /** False when it waits no more. */
  remove(conversationId: string, id: string): Promise<boolean>;
  /** Turns steering that waits into rows from `seq` on, in one transaction. */
  deliverSteers(conversationId: string, seq: number, toRow: (waiting: QueuedView) => NextRow): Promise<LogRow[]>;
}
