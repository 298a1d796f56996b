import type { LogPart, LogRow, NextRow } from "./rows.ts";
import type { ChatError } from "./views.ts";

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
  /** Starts without a result row, in order of the calls. */
  unfinished(conversationId: string): Promise<ToolStart[]>;
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
  stoppedBy?: { by: string; at: number };
  startedAt: number;
  endedAt?: number;
}

export interface NewRun {
  id: string;
  conversationId: string;
  holder: string;
  /** JSON {instructions, tools, model, window, budget}; comes back byte for byte. */
  frozen: string;
  /** The message that it answers, written in the same transaction: refused together with the run. */
  message?: NextRow;
}

export interface Runs {
  /** One run at a time in a conversation: while one is running nothing is written, and `runId` is that one's. */
  create(run: NewRun): Promise<{ created: true; run: Run; row?: LogRow } | { created: false; runId: string }>;
  get(id: string): Promise<Run | undefined>;
  newest(conversationId: string): Promise<Run | undefined>;
  /** Ends a running run; false when it had ended already or, with `holder`, when another process holds it. */
  finish(end: {
    id: string;
    status: Exclude<RunStatus, "running">;
    error?: ChatError;
    holder?: string;
  }): Promise<boolean>;
  /** A sign of life; false when another process holds the run or it has ended: then this one must stop. */
  heartbeat(id: string, holder: string): Promise<boolean>;
  /** Takes a running run whose last sign of life is before `staleBefore`, or that this holder has already. */
  claim(id: string, holder: string, staleBefore: number): Promise<boolean>;
  /** False when the run is not running. */
  requestStop(id: string, by: string): Promise<boolean>;
  /** Answers the new sum. */
  addSpend(id: string, tokens: number): Promise<number>;
  /** All that are running, oldest first. */
  running(): Promise<Run[]>;
  /** Oldest first. */
  listForConversation(conversationId: string): Promise<Run[]>;
}
