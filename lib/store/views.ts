/** What the HTTP interface answers. Types only; `docs/api.md` describes them for scripts. Times are milliseconds since 1970. */

export type ChatStatus = "idle" | "running" | "paused" | "full" | "failed" | "stopped";

/** Why a chat does not go on. `message` is an English sentence for scripts; screens choose their words by `class`. */
export interface ChatError {
  class: string;
  message: string;
  id: string;
  used?: number;
  limit?: number;
  providerRequestId?: string;
  /** For `OVERFLOW`: what a new chat can do about it. `message`: the last message alone is too large. `fixed`: instructions and tools alone are. */
  cause?: "conversation" | "message" | "fixed";
  /** For a paused run: which guard asked. */
  guard?: "spend" | "repetition" | "length" | "crash";
  /** What the provider said, bounded and without secrets. */
  detail?: string;
}

export interface WorkspaceView {
  id: string;
  name: string;
  path: string;
  createdAt: number;
}

/** Tokens. */
export interface ContextView {
  /** Size of the last request as the provider counted it, else our estimate. */
  used: number;
  budget: number;
  window: number;
  windowSource: "configured" | "learned" | "table" | "assumed";
  /** True when an explicit budget was larger than the window allows. */
  budgetClamped: boolean;
  model: string;
  /** How tokens are counted before the provider counts them: for which family of models, and whether samples correct its table. */
  counting: { profile: string; sampled: boolean };
  practice: boolean;
  /** False only in measurements without fitting. */
  fit: boolean;
}

/** How a chat is fitted, where that is not the default. */
export interface Fitting {
  /** Results that the model has answered in words are cleared first. */
  answeredFirst?: boolean;
  /** What the person said in dropped turns stays, as far as it is short. */
  keepShortUserMessages?: boolean;
  /** How far a stage goes once it must act, 0.4 to 0.95. */
  lowWaterMark?: number;
  /** Ids of rows that stay whole, in the order of pinning. */
  pins?: string[];
}

export interface ChatView {
  id: string;
  workspaceId: string;
  title: string;
  status: ChatStatus;
  fitting?: Fitting;
  error?: ChatError;
  /** Of a stopped chat. */
  stoppedBy?: StoppedBy;
  draft?: string;
  leafId?: string;
  /** Subagents only. */
  parentId?: string;
  parentToolCallId?: string;
  continuedFrom?: string;
  continuedTo?: string;
  createdAt: number;
  updatedAt: number;
  context: ContextView;
  spend: SpendView;
}

export interface StoppedBy {
  /** `delete`: the chat was moved to the trash while it ran. */
  by: "person" | "delete";
  at: number;
  /** The `User-Agent` of who pressed Stop, bounded. */
  client?: string;
}

/** A message that waits. `steer`: for the next step of this turn; `queue`: for the next turn. */
export interface QueuedView {
  id: string;
  text: string;
  deliver: "steer" | "queue";
  /** The run before it did not end well: it is never sent by itself. */
  held: boolean;
  createdAt: number;
}

export interface SpendView {
  requests: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** US dollars; absent where no price is known. */
  cost?: number;
}

export interface ChatListItem {
  id: string;
  workspaceId: string;
  title: string;
  status: ChatStatus;
  createdAt: number;
  updatedAt: number;
  /** In the transcripts list only. */
  parentId?: string;
  messages?: number;
}

export type MessageState = "complete" | "stopped" | "failed" | "interrupted";

export type TextPart = { type: "text"; text: string };
export type ReasoningPart = { type: "reasoning"; text: string };
export type ToolCallPart = { type: "tool-call"; toolCallId: string; toolName: string; input: unknown };
export type ToolResultPart = {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output:
    | { type: "text" | "error-text"; value: string }
    /** Over 1 MiB: read it at `href`. */
    | { type: "text" | "error-text"; bytes: number; href: string };
};

/** One row of the log. */
export interface MessageView {
  id: string;
  seq: number;
  parentId?: string;
  role: "user" | "assistant" | "tool";
  kind: "person" | "handoff" | "instruction" | "steer" | "step" | "result";
  state: MessageState;
  content: (TextPart | ReasoningPart | ToolCallPart | ToolResultPart)[];
  /** Results: the step that made the call. */
  stepId?: string;
  toolCallId?: string;
  runId?: string;
  /** UTF-8 bytes of the complete text. */
  bytes: number;
  /** Tokens, as it is sent whole. */
  tokens: number;
  /** Set when the model receives only head and tail: how many UTF-16 units of each. */
  preview?: { head: number; tail: number };
  /** Steps: why the model stopped, and what the provider counted. */
  finishReason?: string;
  usage?: { inputTokens?: number; cachedTokens?: number; outputTokens?: number };
  durationMs?: number;
  createdAt: number;
  /** What the newest request did with this row; absent when it was sent whole or not yet. */
  sent?: "cleared" | "dropped";
  /** False for a row that is never sent: text of a step that a crash cut, and rows of another branch. */
  onPath: boolean;
  /** Ids of the rows that may stand in this place, this one among them, oldest first; absent for an only one. */
  versions?: string[];
  /** True when the stored content cannot be read any more; `content` is empty then. */
  damaged?: true;
}

export interface MessagePage {
  messages: MessageView[];
  /** Pass as `before` for the rows before these; absent at the beginning. */
  before?: number;
  /** Ids of steps and messages that follow the leaf on other branches, oldest first; absent when there are none. */
  afterLeaf?: string[];
}

export interface SubagentView {
  id: string;
  title: string;
  parentToolCallId: string;
  status: ChatStatus;
  error?: ChatError;
  steps: number;
  spend: SpendView;
  context: { used: number; budget: number };
  createdAt: number;
  updatedAt: number;
}

export interface RequestView {
  n: number;
  id: string;
  runId: string;
  stepId: string;
  attempt: number;
  model: string;
  estimate: number;
  usage?: { inputTokens?: number; cachedTokens?: number; outputTokens?: number };
  report: unknown;
  status?: number;
  finishReason?: string;
  error?: string;
  cost?: number;
  bytes: number;
  sentAt: number;
  endedAt?: number;
}

export interface FileView {
  path: string;
  name: string;
  kind: "file" | "folder" | "other";
  bytes: number;
  modifiedAt: number;
}

export interface PlanStep {
  title: string;
  status: "pending" | "in_progress" | "done";
}
