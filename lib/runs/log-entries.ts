import type { LogEntry, ResultEntry, StepEntry, UserEntry } from "#lib/agent/types.ts";
import {
  type EstimateRule,
  type PreviewPlan,
  readEstimate,
  renderPreview,
  type TokenCounts,
} from "#lib/context/index.ts";
import type { LogRow } from "#lib/store/index.ts";

/**
 * A stored row as the agent's loop holds it: in the form in which it is sent whole.
 * @param tokens by `rule`, where the row was stored under another one
 */
export function toEntry(row: LogRow, rule: EstimateRule, tokens?: number): LogEntry {
  const plain = row.estimate.tokens;
  const counts = { tokens: tokens ?? readEstimate(row.estimate, rule) ?? plain, plain };
  if (row.role === "user") return toUserEntry(row, counts);
  return row.role === "assistant" ? toStepEntry(row, counts) : toResultEntry(row, counts);
}

function toUserEntry(row: LogRow, counts: TokenCounts): UserEntry {
  const text = row.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return {
    id: row.id,
    ...counts,
    role: "user",
    kind: row.kind as UserEntry["kind"],
    text: asSent(row, text, `/conversation_history/${row.id}`),
  };
}

function toStepEntry(row: LogRow, counts: TokenCounts): StepEntry {
  const detail = row.detail ?? {};
  return {
    id: row.id,
    ...counts,
    role: "assistant",
    state: row.state,
    content: row.content as StepEntry["content"],
    finishReason: detail.finishReason ?? "stop",
    resultBound: typeof detail.resultBound === "number" ? detail.resultBound : 0,
    ...(detail.brokenInputs !== undefined && { brokenInputs: detail.brokenInputs as Record<string, string> }),
  };
}

function toResultEntry(row: LogRow, counts: TokenCounts): ResultEntry {
  const part = row.content[0];
  if (part?.type !== "tool-result") throw new Error(`row ${row.id} is a result without its part`);
  const { toolCallId, toolName, output } = part;
  const value = asSent(row, output.value, `/tool_results/${toolCallId}`);
  return {
    id: row.id,
    ...counts,
    role: "tool",
    state: row.state,
    stepId: row.stepId ?? "",
    callIndex: row.callIndex ?? 0,
    part: { type: "tool-result", toolCallId, toolName, output: { type: output.type, value } },
  };
}

/** Rows over 1 MiB hold the sent form already; the others hold everything, and the lengths of what is sent. */
function asSent(row: LogRow, text: string, path: string): string {
  if (!row.preview || row.blob) return text;
  return renderPreview(text, row.preview satisfies PreviewPlan, path);
}
