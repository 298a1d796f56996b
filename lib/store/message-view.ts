import { readableParts } from "./readable-parts.ts";
import type { LogPart, LogRow } from "./rows.ts";
import type { SentRows } from "./store.ts";
import type { MessageView } from "./views.ts";

export interface Surroundings {
  onPath: boolean;
  sent?: SentRows;
  versions?: string[];
}

/** A row as the screens get it: without what only the provider understands, and with a link in place of a very large result. */
export function toMessageView(row: LogRow, { onPath, sent, versions }: Surroundings): MessageView {
  const { id, seq, parentId, role, kind, state, stepId, toolCallId, runId, bytes, preview, detail, createdAt } = row;
  const parts = readableParts(row);
  return {
    id,
    seq,
    ...(parentId !== undefined && { parentId }),
    role,
    kind,
    state,
    content: (parts ?? []).map((part) => toViewPart(part, row)),
    // The rest of its chat is still shown.
    ...(!parts && { damaged: true as const }),
    ...(stepId !== undefined && { stepId }),
    ...(toolCallId !== undefined && { toolCallId }),
    ...(runId !== undefined && { runId }),
    bytes,
    tokens: row.estimate.tokens,
    ...(preview && { preview }),
    ...(detail?.finishReason !== undefined && { finishReason: detail.finishReason }),
    ...(detail?.usage && { usage: detail.usage }),
    ...(detail?.durationMs !== undefined && { durationMs: detail.durationMs }),
    createdAt,
    ...(onPath && sentMark(row, sent)),
    onPath,
    ...(versions && { versions }),
  };
}

function toViewPart(part: LogPart, row: LogRow): MessageView["content"][number] {
  if (part.type === "text" || part.type === "reasoning") return { type: part.type, text: part.text };
  const { toolCallId, toolName } = part;
  if (part.type === "tool-call") return { type: part.type, toolCallId, toolName, input: part.input };
  if (row.blob === undefined) return { type: part.type, toolCallId, toolName, output: part.output };
  const href = `/api/chats/${row.conversationId}/results/${toolCallId}`;
  return { type: part.type, toolCallId, toolName, output: { type: part.output.type, bytes: row.bytes, href } };
}

function sentMark({ id, seq, parentId }: LogRow, sent: SentRows | undefined): Pick<MessageView, "sent"> {
  if (!sent) return {};
  if (seq <= sent.droppedUpTo && parentId !== undefined && !sent.pinned.has(id)) return { sent: "dropped" };
  return sent.cleared.has(id) ? { sent: "cleared" } : {};
}
