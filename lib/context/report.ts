import type { ModelMessage } from "ai";
import { type FitState, type InputPosition, isKept, positionsReader, type ResultPosition } from "./fit/state.ts";

/** What became of a message or of one result. Dropped wins: what is not sent is not "cleared" as well. */
export type ItemFate = "whole" | "cleared" | "dropped";

/**
 * Parallel to the messages: one fate that holds for the whole message, or one per part of a message that is partly cleared. A
 * call is cleared when a note stands for a large string of its input.
 */
export type MessageFate = ItemFate | readonly ItemFate[];

/** The last stage that acted: 0 none, 1 results cleared, 2 turns cut, 3 rounds cut, 4 unread results cleared. */
export type FitStage = 0 | 1 | 2 | 3 | 4;

/** What fitting did and why. All numbers are tokens as sized for the model, rounded up. */
export interface FitReport {
  /** At most the budget. */
  readonly fits: boolean;
  /** At most what the window leaves beside the reserved output; without a known window, the same as `fits`. */
  readonly sendable: boolean;
  /** The size of the untouched request, and of the one returned. */
  readonly before: number;
  readonly after: number;
  /** Estimate of the request returned, without factor and surcharges: what a provider's count of it is compared with. */
  readonly estimate: number;
  /** The same by the plain rule. */
  readonly plain: number;
  /** Estimate of instructions and tools. */
  readonly fixed: number;
  readonly budget: number;
  readonly mark: number;
  /** Window − reserved output, if the window is known. */
  readonly limit?: number;
  readonly stage: FitStage;
  /** Can be told again from the messages and the state (`describeItems`), so it need not be stored. */
  readonly items: readonly MessageFate[];
  /** Results that this call cleared and that are still part of the request, ascending. */
  readonly newlyCleared: readonly ResultPosition[];
  /** Calls whose input this call cleared and that are still part of the request, ascending. */
  readonly newlyClearedInputs: readonly InputPosition[];
  /** How many messages this call dropped. */
  readonly newlyDropped: number;
}

/** Tells message by message what a state makes of them. Linear. */
export function describeItems(messages: readonly ModelMessage[], state: FitState): MessageFate[] {
  const pinned = new Set(state.pinned);
  const resultsIn = positionsReader(state.clearedResults);
  const inputsIn = positionsReader(state.clearedInputs);
  return messages.map((message, index) => {
    const positions = resultsIn(index) ?? inputsIn(index);
    if (!isKept(index, state.droppedMessages, pinned)) return "dropped";
    if (!positions || typeof message.content === "string") return "whole";
    const parts = new Set<number>(positions.map(([, part]) => part));
    if (message.role === "tool" && parts.size === message.content.length) return "cleared";
    return message.content.map((_, part) => (parts.has(part) ? "cleared" : "whole"));
  });
}

/** The fate of one part. */
export function fateOf(fate: MessageFate | undefined, part: number): ItemFate | undefined {
  return typeof fate === "object" ? fate[part] : fate;
}
