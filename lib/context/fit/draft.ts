import type { ModelMessage, ToolModelMessage, ToolResultPart } from "ai";
import { estimateMessage, estimatePart, MESSAGE_TOKENS } from "../tokens/estimate-message.ts";
import { type FitState, isKept } from "./state.ts";

/** A message that is not a tool message, or one result of a tool message: what has a row, and an estimate, of its own. */
export type FitItem = ModelMessage | ToolResultPart;

export interface FitScale {
  readonly offset?: number;
  readonly factor?: number;
  /** Tokens that an item counts on top, because no answer has measured it yet. */
  readonly extraOf?: (item: FitItem) => number;
}

export interface DraftResult {
  readonly message: number;
  readonly part: number;
  readonly toolCallId: string;
  /** Plain estimate of the whole result. */
  readonly estimate: number;
  readonly extra: number;
  cleared: boolean;
}

/**
 * A request in the making: what every item costs, and what has been cleared and cut so far. The stages change it; it lives
 * inside one call of `fitRequest`. Sums are kept as whole numbers and scaled at the end, so the order of changes leaves no trace.
 */
export interface Draft {
  readonly messages: readonly ModelMessage[];
  /** Per message, without its results. */
  readonly ownEstimate: Float64Array;
  readonly ownExtra: Float64Array;
  /** All results in order; those of message i are `results[firstResult[i]]` up to `results[firstResult[i + 1]]`. */
  readonly results: DraftResult[];
  readonly firstResult: Uint32Array;
  readonly scale: { readonly offset: number; readonly factor: number };
  readonly fixedTokens: number;
  readonly trimmedTokens: number;
  /** Plain estimate of the note in place of a result. Asked when needed: most results of a long conversation were dropped. */
  readonly noteEstimateOf: (toolCallId: string) => number;
  cut: number;
  pinned: ReadonlySet<number>;
  /** Of what is kept at the moment, with the fixed part. */
  estimate: number;
  extra: number;
}

export interface DraftInput {
  readonly messages: readonly ModelMessage[];
  readonly fixedTokens: number;
  readonly trimmedTokens: number;
  readonly noteEstimateOf: (toolCallId: string) => number;
  readonly scale?: FitScale | undefined;
  readonly sizeOf?: ((item: FitItem) => number | undefined) | undefined;
}

/** Measures every item exactly once. The draft begins with everything whole. */
export function makeDraft(input: DraftInput): Draft {
  const { messages, fixedTokens, trimmedTokens, noteEstimateOf, scale } = input;
  const draft: Draft = {
    ...{ messages, fixedTokens, trimmedTokens, noteEstimateOf },
    ...{ ownEstimate: new Float64Array(messages.length), ownExtra: new Float64Array(messages.length) },
    ...{ results: [], firstResult: new Uint32Array(messages.length + 1) },
    scale: { offset: scale?.offset ?? 0, factor: scale?.factor ?? 1 },
    ...{ cut: 0, pinned: new Set<number>(), estimate: 0, extra: 0 },
  };
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    draft.firstResult[index] = draft.results.length;
    if (message?.role === "tool") measureTool(draft, message, index, input);
    else if (message) {
      draft.ownEstimate[index] = input.sizeOf?.(message) ?? estimateMessage(message);
      draft.ownExtra[index] = extraOf(message, scale);
    }
  }
  draft.firstResult[messages.length] = draft.results.length;
  sumKept(draft);
  return draft;
}

function measureTool(draft: Draft, { content }: ToolModelMessage, message: number, input: DraftInput): void {
  let own = MESSAGE_TOKENS;
  for (let part = 0; part < content.length; part++) {
    const item = content[part];
    if (item?.type !== "tool-result") {
      if (item) own += estimatePart(item);
      continue;
    }
    const estimate = input.sizeOf?.(item) ?? estimatePart(item);
    const extra = extraOf(item, input.scale);
    draft.results.push({ message, part, toolCallId: item.toolCallId, estimate, extra, cleared: false });
  }
  draft.ownEstimate[message] = own;
}

/** Whole tokens, so that sums stay exact in any order. */
function extraOf(item: FitItem, scale: FitScale | undefined): number {
  return scale?.extraOf ? Math.ceil(scale.extraOf(item)) : 0;
}

/** Size in tokens as the model counts them: the only number that is compared with budget, mark, quarter and window. */
export function scaleSize(draft: Draft, { estimate, extra }: Weight): number {
  return draft.scale.offset + draft.scale.factor * estimate + extra;
}

/** Sums that are only added to: no objects per message, as there may be tens of thousands of them. */
export interface Weight {
  estimate: number;
  extra: number;
}

/** Adds what a message costs as it stands: its whole results, and the notes of the cleared ones. */
export function addMessage(sum: Weight, draft: Draft, index: number): void {
  sum.estimate += draft.ownEstimate[index] ?? 0;
  sum.extra += draft.ownExtra[index] ?? 0;
  const end = draft.firstResult[index + 1] ?? 0;
  for (let at = draft.firstResult[index] ?? 0; at < end; at++) {
    const result = draft.results[at];
    if (!result) continue;
    sum.estimate += result.cleared ? draft.noteEstimateOf(result.toolCallId) : result.estimate;
    if (!result.cleared) sum.extra += result.extra;
  }
}

/** Estimated tokens that clearing a whole result would save; negative if its note is larger. */
export function savingOf(draft: Draft, result: DraftResult): number {
  return result.estimate - draft.noteEstimateOf(result.toolCallId);
}

/** Clears one kept, whole result. */
export function clearDraftResult(draft: Draft, result: DraftResult): void {
  result.cleared = true;
  draft.estimate -= savingOf(draft, result);
  draft.extra -= result.extra;
}

/** Drops everything below `cut` but the first message and `pinned`. */
export function cutDraft(draft: Draft, cut: number, pinned: ReadonlySet<number>): void {
  draft.cut = cut;
  draft.pinned = pinned;
  sumKept(draft);
}

/** Brings back what an earlier call decided. */
export function applyState(draft: Draft, state: FitState): void {
  for (const [message, part] of state.clearedResults) {
    const first = draft.firstResult[message] ?? 0;
    const end = draft.firstResult[message + 1] ?? first;
    for (let at = first; at < end; at++) {
      const result = draft.results[at];
      if (result?.part === part) result.cleared = true;
    }
  }
  cutDraft(draft, state.droppedMessages, new Set(state.pinned));
}

/** The results that are part of the request at the moment, oldest first. */
export function keptResults(draft: Draft): readonly DraftResult[] {
  if (draft.cut === 0) return draft.results;
  return draft.results.filter((result) => isKept(result.message, draft.cut, draft.pinned));
}

function sumKept(draft: Draft): void {
  draft.estimate = draft.fixedTokens + (draft.cut > 0 ? draft.trimmedTokens : 0);
  draft.extra = 0;
  for (let index = 0; index < draft.messages.length; index++) {
    if (isKept(index, draft.cut, draft.pinned)) addMessage(draft, draft, index);
  }
}
