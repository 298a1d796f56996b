import type { AssistantContent, JSONValue, LanguageModel, ToolResultPart, UIMessageChunk } from "ai";
import type { z } from "zod";
import type {
  EstimateRule,
  Estimator,
  FitOptions,
  FitReport,
  FitState,
  Measurement,
  TokenCounts,
} from "#lib/context/index.ts";
import type { WorkspaceSession } from "#lib/workspace/types.ts";

/**
 * The contract of the agent room. The loop knows no database, no server and no disk: everything enters through the typed
 * callbacks of `AgentPorts` and leaves through its journal and its events. Failures are values, never exceptions.
 */

/** One row of the log, as the loop holds it in memory, in the form in which it is sent whole. */
export type LogEntry = UserEntry | StepEntry | ResultEntry;

/** Counts as they were stored with the row: of the message, or for a result of its part alone. */
interface EntryBase extends TokenCounts {
  id: string;
}

export interface UserEntry extends EntryBase {
  role: "user";
  kind: "person" | "handoff" | "instruction" | "steer";
  text: string;
}

export interface StepEntry extends EntryBase {
  role: "assistant";
  state: EntryState;
  content: Exclude<AssistantContent, string>;
  finishReason: string;
  /** Tokens that one result of this step may take as it is sent; decided when the step was stored. */
  resultBound: number;
  /** Calls whose arguments could not be read, with what the model wrote. */
  brokenInputs?: Record<string, string>;
}

export interface ResultEntry extends EntryBase {
  role: "tool";
  state: EntryState;
  stepId: string;
  callIndex: number;
  part: ToolResultPart;
}

export type EntryState = "complete" | "stopped" | "failed" | "interrupted";

/** A tool call that is ready to run. `callIndex` is its place in its step. */
export interface ToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
  callIndex: number;
}

export interface ToolOutput {
  ok: boolean;
  /** What the model reads. Never empty: a silent success says that it was silent. */
  text: string;
  /** Set when the call did not run to its end. */
  state?: "stopped" | "interrupted";
}

/** What a call may use. */
export interface ToolContext {
  toolCallId: string;
  workspace: WorkspaceSession;
  signal: AbortSignal;
  /** Tokens that the result may take as it is sent; a reader keeps to it by itself, so that its result is never cut. */
  resultBound: number;
  /** Estimated tokens of a text, more where nobody has measured such text yet: the measure of `resultBound`. */
  estimateOf(text: string): number;
  /** File on the real disk that receives output as it arrives. */
  outputFile: string;
  /** Must not throw or reject. */
  runSubagent(task: { title: string; task: string }): Promise<ToolOutput>;
  emit(event: AgentEvent): void;
}

/** One tool. `run` must not throw or reject for what a model can cause; the loop turns anything that is thrown into a failed result. */
export interface AgentTool<Input = unknown> {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** JSON Schema of the input, as it is sent. */
  inputSchema: JSONValue;
  /** After a crash: `repeat` runs it again, `continue` lets the tool find its own started work, `unknown` reports the interruption to the model. */
  resume: "repeat" | "continue" | "unknown";
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** What a provider failure means for the loop. */
export interface Failure {
  class: string;
  /** One English sentence without secrets. */
  message: string;
  /** Tokens that the provider held against the limit, and the prompt's own share of them. */
  used?: number;
  input?: number;
  limit?: number;
  retryAfterMs?: number;
  /** The count is a lower bound: nothing to learn from. */
  lowerBound?: true;
  /** Fewer retries than usual, where each is expensive. */
  retryLimit?: number;
  providerRequestId?: string;
  detail?: string;
}

export interface Usage {
  inputTokens?: number;
  cachedTokens?: number;
  outputTokens?: number;
}

/** Instructions and tools as they were when the run started; the beginning of every request stays the same. */
/** Policies of fitting, and the rows that are pinned. */
export type FittingChoice = Partial<Pick<FitOptions, "answeredFirst" | "keepShortUserMessages" | "lowWaterMark">> & {
  pins?: string[];
};

export interface FrozenAgent {
  /** By which rule the run counts tokens: sizes decide bytes, and a resumed run must come to the same ones. */
  rule?: EstimateRule;
  fitting?: FittingChoice;
  instructions: string;
  tools: { name: string; description: string; inputSchema: JSONValue }[];
}

/** Window and budget in tokens. They change within a run only when a refusal teaches the real window. */
export interface Limits {
  window: number;
  budget: number;
  reservedOutput: number;
}

/** What the ledger keeps of a request besides its bytes. */
export interface RequestRecord {
  stepId: string;
  attempt: number;
  /** Newest row that the projection read. */
  headId: string;
  report: FitReport;
  state: StoredFitState;
  estimate: number;
  rule: EstimateRule;
}

/** A call whose input is cleared: its step's row, its place among the parts, and JSON pointers to the strings. */
export interface StoredInput {
  step: string;
  part: number;
  values: readonly string[];
}

/** The fitter's state in row ids, so that it outlives the positions of one process. Version 1 knew no inputs. */
export interface StoredFitState {
  v: 1 | 2;
  /** A row's id, and after a space the version of the note's words where it is not the first. */
  clearedResults: string[];
  clearedInputs?: StoredInput[];
  /** Newest dropped row. */
  droppedUpTo?: string;
  /** Rows below the cut that are sent nevertheless. */
  pinned: string[];
}

export interface NewStep extends TokenCounts {
  id: string;
  state: EntryState;
  content: StepEntry["content"];
  finishReason: string;
  resultBound: number;
  usage: Usage;
  durationMs: number;
  model: string;
  brokenInputs?: Record<string, string>;
  /** Ids that the provider gave to calls whose own id could not be used. */
  providerCallIds?: Record<string, string>;
}

export interface NewResult extends TokenCounts {
  stepId: string;
  callIndex: number;
  toolCallId: string;
  toolName: string;
  state: EntryState;
  isError: boolean;
  /** The complete text. */
  text: string;
  /** The text as it is sent, when that is head, tail and path. */
  sent?: string;
  preview?: { head: number; tail: number };
}

/**
 * Where the loop's rows go. Every method resolves when its row is committed, and rejects only when the log cannot be written:
 * that rejection ends the run, because nothing may follow from what is not stored.
 */
export interface Journal {
  commitStep(step: NewStep): Promise<StepEntry>;
  commitResult(result: NewResult): Promise<ResultEntry>;
  startTool(call: ToolCall & { stepId: string; outputFile?: string }): Promise<void>;
  /** Those of a step's calls whose effect may have begun before a crash, with the output that was recorded. */
  startedCalls(stepId: string, toolCallIds: readonly string[]): Promise<Map<string, { output?: string }>>;
  /** Messages that the person sent for the next step, turned into rows; in order, and empty when there are none. */
  takeSteers(): Promise<UserEntry[]>;
  /** Call ids that occur in the conversation already are replaced. */
  isKnownCallId(toolCallId: string): boolean;
}

/** The provider's side of one conversation's run. */
export interface ModelPort {
  model: LanguageModel;
  modelId: string;
  providerOptions: Record<string, Record<string, JSONValue>>;
  /** Says what the next HTTP request is; the request is recorded before its body leaves. */
  describeRequest(record: RequestRecord): void;
  /** Completes the record. */
  completeRequest(outcome: { usage: Usage; finishReason?: string; error?: string }): Promise<void>;
  /** Pure. */
  classify(error: unknown, context: { estimate: number; window: number }): Failure;
  /** Milliseconds, at most 60,000; attempt counts from 1. */
  retryDelay(failure: Failure, attempt: number): number;
  /** Keeps what a refusal taught, and answers the limits from now on. */
  learnWindow(window: number): Promise<Limits>;
}

/** Work on the clock and the world outside. */
export interface World {
  now(): number;
  /** Resolves after the time or at the abort, whichever is first; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  newId(): string;
}

export interface Counting {
  /** Each call is one computed estimate. */
  message(
    message: { role: "user"; content: string } | { role: "assistant"; content: StepEntry["content"] },
  ): TokenCounts;
  resultPart(part: ToolResultPart): TokenCounts;
}

export interface AgentPorts {
  journal: Journal;
  model: ModelPort;
  world: World;
  counting: Counting;
  workspace: WorkspaceSession;
  /** Must not throw. */
  emit(event: AgentEvent): void;
  /** Adds what a step cost and answers the spend of the whole run. */
  spend(usage: Usage): Promise<{ spent: number; limit: number }>;
  outputFile(toolCallId: string): string;
  runSubagent(call: { toolCallId: string; title: string; task: string; signal: AbortSignal }): Promise<ToolOutput>;
}

export interface AgentInput {
  frozen: FrozenAgent;
  tools: ReadonlyMap<string, AgentTool>;
  limits: Limits;
  /** The ancestors of the leaf, oldest first. */
  entries: LogEntry[];
  /** From the newest request on this path. */
  fitState: StoredFitState;
  /** How this conversation is fitted, where that is not the default. */
  fitting?: FittingChoice;
  /** What the run counts with; the entries were counted by its rule. */
  estimator: Estimator;
  /** The newest count of this conversation with this model, and the newest row of the request that was counted. */
  lastMeasurement?: ScaleMeasurement & { headId: string };
  /** Measured ÷ estimated, as kept with chat, model and rule. */
  keptFactors?: Factors;
  /** False only to measure what happens without it. */
  fit: boolean;
  /** Calls with the same result in a row that make the run pause. */
  repetitionLimit: number;
}

/** How a run ended. `full`: the conversation does not fit the model in its smallest form. */
export type RunEnd =
  | { status: "done" }
  | { status: "stopped" }
  | { status: "paused"; guard: "spend" | "repetition" | "length"; message: string }
  | { status: "full"; cause: "conversation" | "message" | "fixed"; failure: Failure }
  | { status: "failed"; failure: Failure };

/** What viewers see. Transient: everything that must last is a row. */
export type AgentEvent =
  | { type: "step-start"; stepId: string; attempt: number }
  | { type: "chunk"; stepId: string; chunk: UIMessageChunk }
  | { type: "wait"; stepId: string; untilMs: number; reason: string; attempt: number }
  | { type: "projection"; cleared: number; dropped: number; used: number; budget: number; window: number }
  | { type: "tool-start"; stepId: string; toolCallId: string; toolName: string; startedAt: number }
  | { type: "plan"; steps: { title: string; status: "pending" | "in_progress" | "done" }[] };

/** A provider's count beside our estimates of the same request: by the rule of the run, and by the plain rule. */
export interface ScaleMeasurement extends Measurement {
  plain: number;
}

/** Real tokens per estimated one, by the rule of the run and by the plain rule. */
export interface Factors {
  estimate: number;
  plain: number;
}

export type { FitReport, FitState };
