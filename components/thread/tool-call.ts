import type { MessageView, ToolResultPart } from "#lib/store/views.ts";
import type { LiveTool } from "./live/live-state.ts";

export type CallState = "preparing" | "pending" | "running" | "done" | "failed" | "stopped" | "interrupted";

/** A call with what is known of its end, whether it is a stored row or streams. Times in milliseconds. */
export interface CallView {
  toolCallId: string;
  toolName: string;
  input: unknown;
  state: CallState;
  output?: ToolResultPart["output"];
  startedAt?: number;
  durationMs?: number;
  /** The result's row, when there is one. */
  row?: MessageView;
}

interface CallFacts {
  call: { toolCallId: string; toolName: string; input?: unknown };
  row: MessageView | undefined;
  live: LiveTool | undefined;
  /** When its step was stored: calls begin then. */
  stepAt?: number;
  running: boolean;
}

/** The stored result wins over what streams; without either, a call waits while the agent works and was cut otherwise. */
export function callView({ call, row, live, stepAt, running }: CallFacts): CallView {
  const base = { toolCallId: call.toolCallId, toolName: call.toolName, input: call.input };
  if (row) return { ...base, ...storedEnd(row, stepAt) };
  if (live) {
    return {
      ...base,
      state: live.state,
      ...(live.startedAt !== undefined && { startedAt: live.startedAt }),
      ...(live.text !== undefined && {
        output: { type: live.state === "failed" ? ("error-text" as const) : ("text" as const), value: live.text },
      }),
    };
  }
  if (call.input === undefined) return { ...base, state: "preparing" };
  return { ...base, state: running ? "pending" : "interrupted" };
}

function storedEnd(row: MessageView, stepAt: number | undefined): Omit<CallView, "toolCallId" | "toolName" | "input"> {
  const part = row.content.find((candidate) => candidate.type === "tool-result");
  const isError = part?.output.type === "error-text";
  const state = row.state === "complete" ? (isError ? "failed" : "done") : row.state;
  const durationMs = row.durationMs ?? (stepAt === undefined ? undefined : Math.max(0, row.createdAt - stepAt));
  return { state, row, ...(part && { output: part.output }), ...(durationMs !== undefined && { durationMs }) };
}

/** Lines of an output that is at hand whole. */
export function countLines(output: ToolResultPart["output"] | undefined): number | undefined {
  if (!output || !("value" in output) || output.value === "") return undefined;
  return output.value.replace(/\n$/, "").split("\n").length;
}

/** The first line that says something, for a failure that is not opened. */
export function firstWords(output: ToolResultPart["output"] | undefined): string {
  return output && "value" in output ? (/\S.*/.exec(output.value)?.[0] ?? "").slice(0, 300) : "";
}
