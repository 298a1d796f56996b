import type { ModelMessage, ToolModelMessage, ToolResultPart } from "ai";
import { type Estimator, plainEstimator } from "../tokens/create-estimator.ts";
import { MESSAGE_TOKENS } from "../tokens/estimate-message.ts";
import { weighClearedCall } from "./clear-input.ts";
import type { Costs } from "./costs.ts";
import { fillNote } from "./notes.ts";
import { type FitState, type InputPosition, isKept } from "./state.ts";

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
  /** Of the whole result, by the rule of the request and by the plain rule. */
  readonly estimate: number;
  readonly plain: number;
  readonly extra: number;
  cleared: boolean;
  /** By which version of the note it is cleared, or would be. */
  words: number;
  /** Of the note in its place, once that was asked for. */
  note?: Costs;
}

/**
 * A request in the making: what every item costs, and what has been cleared and cut so far. The stages change it; it lives
 * inside one call of `fitRequest`. Sums are kept as whole numbers and scaled at the end, so the order of changes leaves no trace.
 */
export interface Draft {
  readonly messages: readonly ModelMessage[];
  /** Per message, without its results. */
  readonly ownEstimate: Float64Array;
  readonly ownPlain: Float64Array;
  readonly ownExtra: Float64Array;
  /** All results in order; those of message i are `results[firstResult[i]]` up to `results[firstResult[i + 1]]`. */
  readonly results: DraftResult[];
  readonly firstResult: Uint32Array;
  readonly scale: { readonly offset: number; readonly factor: number };
  readonly fixed: Costs;
  readonly trimmed: Costs;
  /** Of the note in place of a result. Asked when needed: most results of a long conversation were dropped. */
  readonly noteOf: (toolCallId: string, words: number) => Costs;
  /** Calls whose input is cleared, by message and part. */
  readonly clearedInputs: Map<string, InputPosition>;
  readonly clearedInputNote: string;
  readonly estimator: Estimator;
  /** What the person has pinned: never cleared, never dropped. */
  pins: ReadonlySet<number>;
  cut: number;
  pinned: ReadonlySet<number>;
  /** Of what is kept at the moment, with the fixed part. */
  estimate: number;
  plain: number;
  extra: number;
}

export interface DraftInput {
  readonly messages: readonly ModelMessage[];
  readonly estimator: Estimator;
  readonly fixed: Costs;
  readonly trimmed: Costs;
  readonly noteOf: (toolCallId: string, words: number) => Costs;
  /** Version of the words with which results are cleared from now on. */
  readonly newestWords: number;
  readonly clearedInputNote: string;
  readonly scale?: FitScale | undefined;
  readonly sizeOf?: ((item: FitItem) => number | undefined) | undefined;
  readonly plainOf?: ((item: FitItem) => number | undefined) | undefined;
}

/** Measures every item exactly once. The draft begins with everything whole. */
export function makeDraft(input: DraftInput): Draft {
  const { messages, fixed, trimmed, noteOf, scale, estimator } = input;
  const { length } = messages;
  const draft: Draft = {
    ...{ messages, fixed, trimmed, noteOf, estimator, clearedInputNote: input.clearedInputNote },
    ...{ clearedInputs: new Map(), pins: new Set<number>() },
    ...{
      ownEstimate: new Float64Array(length),
      ownPlain: new Float64Array(length),
      ownExtra: new Float64Array(length),
    },
    ...{ results: [], firstResult: new Uint32Array(messages.length + 1) },
    scale: { offset: scale?.offset ?? 0, factor: scale?.factor ?? 1 },
    ...{ cut: 0, pinned: new Set<number>(), estimate: 0, plain: 0, extra: 0 },
  };
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    draft.firstResult[index] = draft.results.length;
    if (message?.role === "tool") measureTool(draft, message, index, input);
    else if (message) {
      const costs = costOf(message, input, () => costOfMessage(message, estimator));
      draft.ownEstimate[index] = costs.estimate;
      draft.ownPlain[index] = costs.plain;
      draft.ownExtra[index] = extraOf(message, scale);
    }
  }
  draft.firstResult[messages.length] = draft.results.length;
  sumKept(draft);
  return draft;
}

function measureTool(draft: Draft, { content }: ToolModelMessage, message: number, input: DraftInput): void {
  const own = { estimate: MESSAGE_TOKENS, plain: MESSAGE_TOKENS };
  for (let part = 0; part < content.length; part++) {
    const item = content[part];
    if (item?.type !== "tool-result") {
      if (item) addCosts(own, costOfPart(item, input.estimator));
      continue;
    }
    const { estimate, plain } = costOf(item, input, () => costOfPart(item, input.estimator));
    const extra = extraOf(item, input.scale);
    draft.results.push({
      message,
      part,
      toolCallId: item.toolCallId,
      estimate,
      plain,
      extra,
      cleared: false,
      words: input.newestWords,
    });
  }
  draft.ownEstimate[message] = own.estimate;
  draft.ownPlain[message] = own.plain;
}

function costOf(item: FitItem, { estimator, sizeOf, plainOf }: DraftInput, count: () => Costs): Costs {
  const estimate = sizeOf?.(item);
  const plain = estimator === plainEstimator ? estimate : plainOf?.(item);
  return estimate === undefined || plain === undefined ? count() : { estimate, plain };
}

/** Of an item that no caller has counted: rare, so that both rules may run over it. */
export function costOfMessage(message: ModelMessage, estimator: Estimator): Costs {
  const estimate = estimator.message(message);
  return { estimate, plain: estimator === plainEstimator ? estimate : plainEstimator.message(message) };
}

function costOfPart(part: Parameters<Estimator["part"]>[0], estimator: Estimator): Costs {
  const estimate = estimator.part(part);
  return { estimate, plain: estimator === plainEstimator ? estimate : plainEstimator.part(part) };
}

function addCosts(sum: { estimate: number; plain: number }, { estimate, plain }: Costs): void {
  sum.estimate += estimate;
  sum.plain += plain;
}

/** Whole tokens, so that sums stay exact in any order. */
function extraOf(item: FitItem, scale: FitScale | undefined): number {
  return scale?.extraOf ? Math.ceil(scale.extraOf(item)) : 0;
}

/** Size in tokens as the model counts them: the only number that is compared with budget, mark, quarter and window. */
export function scaleSize(draft: Draft, { estimate, extra }: Pick<Weight, "estimate" | "extra">): number {
  return draft.scale.offset + draft.scale.factor * estimate + extra;
}

/** Sums that are only added to: no objects per message, as there may be tens of thousands of them. */
export interface Weight {
  estimate: number;
  plain: number;
  extra: number;
}

/** Adds what a message costs as it stands: its whole results, and the notes of the cleared ones. */
export function addMessage(sum: Weight, draft: Draft, index: number): void {
  sum.estimate += draft.ownEstimate[index] ?? 0;
  sum.plain += draft.ownPlain[index] ?? 0;
  sum.extra += draft.ownExtra[index] ?? 0;
  const end = draft.firstResult[index + 1] ?? 0;
  for (let at = draft.firstResult[index] ?? 0; at < end; at++) {
    const result = draft.results[at];
    if (!result) continue;
    addCosts(sum, result.cleared ? noteOf(draft, result) : result);
    if (!result.cleared) sum.extra += result.extra;
  }
}

/** Size of one message as it stands. */
export function messageSize(draft: Draft, index: number): number {
  const weight = { estimate: 0, plain: 0, extra: 0 };
  addMessage(weight, draft, index);
  return draft.scale.factor * weight.estimate + weight.extra;
}

export function noteOf(draft: Draft, result: DraftResult): Costs {
  result.note ??= draft.noteOf(result.toolCallId, result.words);
  return result.note;
}

/** What clearing a whole result would save; negative if its note is larger. */
export function savingOf(draft: Draft, result: DraftResult): Costs {
  const note = noteOf(draft, result);
  return { estimate: result.estimate - note.estimate, plain: result.plain - note.plain };
}

/** Clears one kept, whole result. */
export function clearDraftResult(draft: Draft, result: DraftResult): void {
  result.cleared = true;
  const saving = savingOf(draft, result);
  draft.estimate -= saving.estimate;
  draft.plain -= saving.plain;
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
  for (const [message, part, words = 1] of state.clearedResults) {
    const first = draft.firstResult[message] ?? 0;
    const end = draft.firstResult[message + 1] ?? first;
    for (let at = first; at < end; at++) {
      const result = draft.results[at];
      if (result?.part === part) Object.assign(result, { cleared: true, words });
    }
  }
  for (const position of state.clearedInputs) takeInput(draft, position);
  cutDraft(draft, state.droppedMessages, new Set(state.pinned));
}

/** Clears strings in the input of a kept call whose input is whole. */
export function clearDraftInput(draft: Draft, position: InputPosition): void {
  const saving = takeInput(draft, position);
  draft.estimate -= saving.estimate;
  draft.plain -= saving.plain;
}

function takeInput(draft: Draft, position: InputPosition): Costs {
  const [at, part, values] = position;
  const message = draft.messages[at];
  const call = message?.role === "assistant" && typeof message.content !== "string" ? message.content[part] : undefined;
  if (call?.type !== "tool-call") return { estimate: 0, plain: 0 };
  const note = fillNote(draft.clearedInputNote, call.toolCallId);
  const { saving } = weighClearedCall(call, values, note, draft.estimator);
  draft.clearedInputs.set(`${at} ${part}`, position);
  draft.ownEstimate[at] = (draft.ownEstimate[at] ?? 0) - saving.estimate;
  draft.ownPlain[at] = (draft.ownPlain[at] ?? 0) - saving.plain;
  return saving;
}

/** The results that are part of the request at the moment, oldest first. */
export function keptResults(draft: Draft): readonly DraftResult[] {
  if (draft.cut === 0) return draft.results;
  return draft.results.filter((result) => isKept(result.message, draft.cut, draft.pinned));
}

/** What every request holds: the fixed part, and the note where something is dropped. */
export function beginWeight({ fixed, trimmed }: Draft, isCut: boolean): Weight {
  const { estimate, plain } = fixed;
  return { estimate: estimate + (isCut ? trimmed.estimate : 0), plain: plain + (isCut ? trimmed.plain : 0), extra: 0 };
}

function sumKept(draft: Draft): void {
  Object.assign(draft, beginWeight(draft, draft.cut > 0));
  for (let index = 0; index < draft.messages.length; index++) {
    if (isKept(index, draft.cut, draft.pinned)) addMessage(draft, draft, index);
  }
}
