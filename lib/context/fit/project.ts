import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from "ai";
import { type Estimator, plainEstimator } from "../tokens/create-estimator.ts";
import { weighClearedCall } from "./clear-input.ts";
import { clearedNoteOf, clearResult, fillNote, trimmedMessage } from "./notes.ts";
import { DEFAULT_FIT_OPTIONS, type FitOptions } from "./options.ts";
import {
  type EarlierFitState,
  type FitState,
  type InputPosition,
  isKept,
  positionsReader,
  type ResultPosition,
  readFitState,
} from "./state.ts";
import { findHeadEnd } from "./structure.ts";

export type NoteOptions = Pick<FitOptions, "clearedNote" | "trimmedNote"> &
  Partial<Pick<FitOptions, "earlierClearedNotes" | "clearedInputNote">>;

/**
 * What a state makes of the stored messages: a pure function, so the same state gives the same bytes for ever. Untouched
 * messages are returned as they are, not copied.
 */
export function projectMessages(
  messages: readonly ModelMessage[],
  stored: FitState | EarlierFitState,
  options: NoteOptions,
  estimator: Estimator = plainEstimator,
): ModelMessage[] {
  const state = readFitState(stored);
  const notes = { ...DEFAULT_FIT_OPTIONS, ...options };
  const pinned = new Set(state.pinned);
  const resultsIn = positionsReader(state.clearedResults);
  const inputsIn = positionsReader(state.clearedInputs);
  const headEnd = findHeadEnd(messages);
  const projected: ModelMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (index === headEnd && state.droppedMessages > 0) projected.push(trimmedMessage(notes.trimmedNote));
    if (!isKept(index, state.droppedMessages, pinned)) continue;
    const results = resultsIn(index);
    const inputs = inputsIn(index);
    if (results && message.role === "tool") projected.push(clearParts(message, results, notes));
    else if (inputs && message.role === "assistant")
      projected.push(clearInputs(message, inputs, notes.clearedInputNote, estimator));
    else projected.push(message);
  }
  return projected;
}

function clearParts(
  message: ToolModelMessage,
  results: readonly ResultPosition[],
  notes: Pick<FitOptions, "clearedNote" | "earlierClearedNotes">,
): ToolModelMessage {
  const wordsOf = new Map(results.map(([, part, words]) => [part, words]));
  const content = message.content.map((part, index) =>
    part.type === "tool-result" && wordsOf.has(index)
      ? clearResult(part, clearedNoteOf(notes, wordsOf.get(index)))
      : part,
  );
  return { ...message, content };
}

function clearInputs(
  message: AssistantModelMessage,
  inputs: readonly InputPosition[],
  clearedInputNote: string,
  estimator: Estimator,
): AssistantModelMessage {
  if (typeof message.content === "string") return message;
  const valuesOf = new Map(inputs.map(([, part, values]) => [part, values]));
  const content = message.content.map((part, index) => {
    const values = valuesOf.get(index);
    if (part.type !== "tool-call" || !values) return part;
    return weighClearedCall(part, values, fillNote(clearedInputNote, part.toolCallId), estimator).cleared;
  });
  return { ...message, content };
}
