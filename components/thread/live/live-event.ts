import type { UIMessageChunk } from "ai";
import type { ChatError, ChatStatus, PlanStep, QueuedView, StoppedBy } from "#lib/store/views.ts";

/** One event of a chat's stream. The chunk is the AI SDK's, or one of our own `data-*` parts. */
export interface LiveEvent {
  /** Number of the newest committed row when the event was sent; 0 when unknown. */
  seq: number;
  conversationId: string;
  /** The row that the step in progress will become. */
  messageId?: string;
  chunk: UIMessageChunk | DataChunk;
}

export type DataChunk =
  | { type: "data-row"; data: { seq: number; id: string; role: string; kind: string } }
  /** The first one of a connection names the leaf. */
  | { type: "data-status"; data: { status: ChatStatus; error?: ChatError; stoppedBy?: StoppedBy; leafId?: string } }
  | { type: "data-branch"; data: { leafId: string } }
  | { type: "data-queue"; data: { messages: QueuedView[] } }
  | { type: "data-attempt"; data: { attempt: number } }
  | { type: "data-wait"; data: { untilMs: number; reason: string; attempt: number } }
  | {
      type: "data-projection";
      data: { cleared: number; dropped: number; used: number; budget: number; window: number };
    }
  | { type: "data-subagent"; data: SubagentProgress }
  | { type: "data-plan"; data: { steps: PlanStep[] } }
  | { type: "data-tool"; data: { toolCallId: string; toolName: string; state: "running"; startedAt: number } }
  | { type: "data-title"; data: { title: string } };

export interface SubagentProgress {
  id: string;
  toolCallId: string;
  title: string;
  status: ChatStatus;
  steps: number;
  used: number;
  budget: number;
  activity?: string;
}

const OWN_CHUNKS: ReadonlySet<string> = new Set([
  "data-row",
  "data-status",
  "data-branch",
  "data-queue",
  "data-attempt",
  "data-wait",
  "data-projection",
  "data-subagent",
  "data-plan",
  "data-tool",
  "data-title",
] satisfies DataChunk["type"][]);

export function isDataChunk(chunk: LiveEvent["chunk"]): chunk is DataChunk {
  return OWN_CHUNKS.has(chunk.type);
}

/** Reads the id and data of an event of the stream; undefined for what is not one. The id is `{seq}.{attempt}.{n}`. */
export function parseLiveEvent(id: string, data: string): LiveEvent | undefined {
  try {
    const event = JSON.parse(data) as Omit<LiveEvent, "seq">;
    if (typeof event?.chunk?.type !== "string") return undefined;
    return { ...event, seq: Number.parseInt(id, 10) || 0 };
  } catch {
    return undefined;
  }
}
