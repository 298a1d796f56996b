import type { ModelMessage, ToolResultPart } from "ai";
import type { Estimator } from "../tokens/create-estimator.ts";
import { CALL_TOKENS } from "../tokens/estimate-message.ts";
import { weighPlainly } from "../tokens/estimate-text.ts";

import type { Costs } from "./costs.ts";
import type { FitOptions } from "./options.ts";

const PLACEHOLDER = "{toolCallId}";

/**
 * The result that stands in for a cleared one. Made from scratch rather than copied, so that no provider options stay that
 * belong to the old content.
 */
export function clearResult({ toolCallId, toolName }: ToolResultPart, clearedNote: string): ToolResultPart {
  const value = fillNote(clearedNote, toolCallId);
  return { type: "tool-result", toolCallId, toolName, output: { type: "text", value } };
}

/** The newest version of the words; they count from 1. */
export function newestWords({ earlierClearedNotes }: Pick<FitOptions, "earlierClearedNotes">): number {
  return earlierClearedNotes.length + 1;
}

/** The words of a version; of one that is not known, the newest. */
export function clearedNoteOf(
  { clearedNote, earlierClearedNotes }: Pick<FitOptions, "clearedNote" | "earlierClearedNotes">,
  words = 1,
): string {
  return earlierClearedNotes[words - 1] ?? clearedNote;
}

export function fillNote(note: string, toolCallId: string): string {
  return note.split(PLACEHOLDER).join(toolCallId);
}

/** Estimates cleared results without writing their notes: the words are constant and weigh the same every time. */
export function clearedNoteEstimator(
  options: Pick<FitOptions, "clearedNote" | "earlierClearedNotes">,
  estimator: Estimator,
): (toolCallId: string, words: number) => Costs {
  const versions = [...options.earlierClearedNotes, options.clearedNote].map((note) => noteEstimator(note, estimator));
  const newest = versions.at(-1);
  return (toolCallId, words) => (versions[words - 1] ?? newest)?.(toolCallId) ?? { estimate: 0, plain: 0 };
}

function noteEstimator(note: string, estimator: Estimator): (toolCallId: string) => Costs {
  const pieces = note.split(PLACEHOLDER);
  const of = (weigh: (text: string) => number) => {
    const words = pieces.reduce((sum, piece) => sum + weigh(piece), 0);
    return (toolCallId: string) => CALL_TOKENS + Math.ceil(words + (pieces.length - 1) * weigh(toolCallId));
  };
  const plain = of(weighPlainly);
  const estimate = of(estimator.weighRoughly);
  return (toolCallId) => ({ estimate: estimate(toolCallId), plain: plain(toolCallId) });
}

/** The message that says that earlier conversation is missing. Constant: a count in it would change with every cut. */
export function trimmedMessage(trimmedNote: string): ModelMessage {
  return { role: "user", content: trimmedNote };
}
