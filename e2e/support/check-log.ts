import type { MessageView, ToolCallPart } from "#lib/store/views.ts";

export interface LogCheck {
  /** Sequence numbers that are missing or come twice. */
  gaps: number[];
  /** Calls that have no result, or more than one. */
  unpaired: string[];
  calls: number;
}

/** Whether the rows of a conversation are all there: numbered without a gap, and one result for every call. */
export function checkLog(rows: MessageView[]): LogCheck {
  const gaps = rows.flatMap((row, index) => (row.seq === index + 1 ? [] : [row.seq]));
  const results = new Map<string, number>();
  for (const { role, toolCallId = "" } of rows) {
    if (role === "tool") results.set(toolCallId, (results.get(toolCallId) ?? 0) + 1);
  }
  const calls = rows.filter((row) => row.onPath).flatMap(callsOf);
  const unpaired = calls.filter((part) => results.get(part.toolCallId) !== 1).map((part) => part.toolCallId);
  return { gaps, unpaired, calls: calls.length };
}

export function callsOf(row: MessageView): ToolCallPart[] {
  return row.content.flatMap((part) => (part.type === "tool-call" ? [part] : []));
}

export function textOf(row: MessageView): string {
  return row.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The text of a result as the log has it; empty for rows of another kind. */
export function outputOf(row: MessageView): string {
  const part = row.content[0];
  return part?.type === "tool-result" && "value" in part.output ? part.output.value : "";
}
