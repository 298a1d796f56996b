import type { MessageView } from "#lib/store/views.ts";
import { type DataChunk, isDataChunk, type LiveEvent } from "./live-event.ts";
import type { LiveState, LiveTool } from "./live-state.ts";
import { reduceStep } from "./reduce-step.ts";

type StoredRow = Pick<MessageView, "id" | "seq" | "toolCallId">;

/**
 * Folds one event into what streams. Pure. Rows and chunks may come in any order: a step whose row is committed takes no
 * more text, and a `start` begins its step anew, so that a repeated stream neither doubles nor loses anything.
 */
export function reduceLive(before: LiveState, event: LiveEvent): LiveState {
  const announced = announcedSeq(event);
  return reduceChunk(announced > before.announced ? { ...before, announced } : before, event);
}

/** The number of the newest committed row, as far as the event says. */
export function announcedSeq({ seq, chunk }: LiveEvent): number {
  return isDataChunk(chunk) && chunk.type === "data-row" ? Math.max(seq, chunk.data.seq) : seq;
}

function reduceChunk(state: LiveState, { chunk, messageId }: LiveEvent): LiveState {
  if (isDataChunk(chunk)) return reduceData(state, chunk, messageId);
  if (chunk.type === "tool-output-available") {
    return withTool(state, chunk.toolCallId, { state: "done", text: textOf(chunk.output) });
  }
  if (chunk.type === "tool-output-error") {
    return withTool(state, chunk.toolCallId, { state: "failed", text: chunk.errorText });
  }
  if (messageId === undefined || state.committed.has(messageId)) return state;
  const before = state.steps.get(messageId);
  const step = reduceStep(before ?? { id: messageId, parts: [] }, chunk);
  if (step === before) return state;
  return { ...withoutWait(state), steps: new Map(state.steps).set(messageId, step) };
}

function reduceData(state: LiveState, chunk: DataChunk, messageId: string | undefined): LiveState {
  switch (chunk.type) {
    case "data-row":
      return { ...state, committed: new Set(state.committed).add(chunk.data.id) };
    case "data-attempt": {
      if (messageId === undefined || !state.steps.has(messageId)) return state;
      return { ...state, steps: new Map(state.steps).set(messageId, { id: messageId, parts: [] }) };
    }
    case "data-wait":
      return { ...state, wait: chunk.data };
    case "data-tool":
      return withTool(withoutWait(state), chunk.data.toolCallId, { state: "running", startedAt: chunk.data.startedAt });
    case "data-projection":
      return { ...state, projection: { cleared: chunk.data.cleared, dropped: chunk.data.dropped } };
    case "data-status":
      return chunk.data.status === "running" ? state : withoutWait(state);
    default:
      return state;
  }
}

/**
 * Forgets what the stored rows show by now: steps and finished calls. When no run is active and every announced row is
 * there, nothing can be streaming, so nothing stays.
 */
export function settleLive(state: LiveState, rows: readonly StoredRow[], active: boolean): LiveState {
  if (state.steps.size + state.tools.size === 0) return state;
  const all = !active && (rows.at(-1)?.seq ?? 0) >= state.announced;
  const rowIds = new Set(rows.map(({ id }) => id));
  const resultIds = new Set(rows.map(({ toolCallId }) => toolCallId));
  // A late chunk of a step whose row is drawn is not shown, so only the others need to be remembered.
  const committed = new Set([...state.committed].filter((id) => !rowIds.has(id)));
  const steps = new Map([...state.steps].filter(([id]) => !all && !rowIds.has(id)));
  const tools = new Map([...state.tools].filter(([id]) => !all && !resultIds.has(id)));
  if (steps.size === state.steps.size && tools.size === state.tools.size) return state;
  return { ...state, steps, tools, committed };
}

function withTool(state: LiveState, toolCallId: string, change: LiveTool): LiveState {
  const before = state.tools.get(toolCallId);
  return { ...state, tools: new Map(state.tools).set(toolCallId, { ...before, ...change }) };
}

function withoutWait(state: LiveState): LiveState {
  if (!state.wait) return state;
  const { wait: _over, ...rest } = state;
  return rest;
}

function textOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}
