import type { ModelMessage, ToolResultPart } from "ai";
import { CALL_TOKENS } from "../tokens/estimate-message.ts";
import { toTokens, weighText } from "../tokens/estimate-text.ts";

const PLACEHOLDER = "{toolCallId}";

/**
 * The result that stands in for a cleared one. Made from scratch rather than copied, so that no provider options stay that
 * belong to the old content.
 */
export function clearResult({ toolCallId, toolName }: ToolResultPart, clearedNote: string): ToolResultPart {
  const value = clearedNote.split(PLACEHOLDER).join(toolCallId);
  return { type: "tool-result", toolCallId, toolName, output: { type: "text", value } };
}

/** Estimates cleared results without writing their notes: the words are constant and weigh the same every time. */
export function clearedNoteEstimator(clearedNote: string): (toolCallId: string) => number {
  const pieces = clearedNote.split(PLACEHOLDER);
  const words = pieces.reduce((sum, piece) => sum + weighText(piece), 0);
  return (toolCallId) => CALL_TOKENS + toTokens(words + (pieces.length - 1) * weighText(toolCallId));
}

/** The message that says that earlier conversation is missing. Constant: a count in it would change with every cut. */
export function trimmedMessage(trimmedNote: string): ModelMessage {
  return { role: "user", content: trimmedNote };
}
