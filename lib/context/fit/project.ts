import type { ModelMessage, ToolModelMessage } from "ai";
import { clearResult, trimmedMessage } from "./notes.ts";
import type { FitOptions } from "./options.ts";
import { clearedPartsReader, type FitState, isKept } from "./state.ts";
import { findHeadEnd } from "./structure.ts";

/**
 * What a state makes of the stored messages: a pure function, so the same state gives the same bytes for ever. Untouched
 * messages are returned as they are, not copied.
 */
export function projectMessages(
  messages: readonly ModelMessage[],
  state: FitState,
  { clearedNote, trimmedNote }: Pick<FitOptions, "clearedNote" | "trimmedNote">,
): ModelMessage[] {
  const pinned = new Set(state.pinned);
  const clearedParts = clearedPartsReader(state.clearedResults);
  const headEnd = findHeadEnd(messages);
  const projected: ModelMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (index === headEnd && state.droppedMessages > 0) projected.push(trimmedMessage(trimmedNote));
    if (!isKept(index, state.droppedMessages, pinned)) continue;
    const parts = clearedParts(index);
    projected.push(parts && message.role === "tool" ? clearParts(message, parts, clearedNote) : message);
  }
  return projected;
}

function clearParts(message: ToolModelMessage, parts: ReadonlySet<number>, clearedNote: string): ToolModelMessage {
  const content = message.content.map((part, index) =>
    part.type === "tool-result" && parts.has(index) ? clearResult(part, clearedNote) : part,
  );
  return { ...message, content };
}
