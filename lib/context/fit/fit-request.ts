import type { ModelMessage } from "ai";
import { describeItems, type FitReport, type FitStage } from "../report.ts";
import { type Estimator, plainEstimator } from "../tokens/create-estimator.ts";
import type { ToolDescription } from "../tokens/estimate-request.ts";
import { clearOldResults, clearUnreadResults } from "./clear.ts";
import { type AcceptsInput, clearOldInputs } from "./clear-inputs.ts";
import type { Costs } from "./costs.ts";
import {
  applyState,
  costOfMessage,
  type Draft,
  type DraftResult,
  type FitItem,
  type FitScale,
  keptResults,
  makeDraft,
  scaleSize,
} from "./draft.ts";
import { clearedNoteEstimator, newestWords, trimmedMessage } from "./notes.ts";
import { DEFAULT_FIT_OPTIONS, type FitOptions } from "./options.ts";
import { findPinned } from "./pins.ts";
import { projectMessages } from "./project.ts";
import { keepNewestRounds } from "./rounds.ts";
import {
  type EarlierFitState,
  EMPTY_STATE,
  type FitState,
  type InputPosition,
  isKept,
  type ResultPosition,
  readFitState,
} from "./state.ts";
import { type FitTargets, findLimit, findTargets } from "./targets.ts";
import { keepNewestTurns } from "./turns.ts";

export interface FitInput {
  /** The whole conversation, oldest first. Never changed. */
  readonly messages: readonly ModelMessage[];
  readonly instructions?: string;
  readonly tools?: readonly ToolDescription[];
  /** What counts; default: the plain rule. It decides sizes. What changes bytes for good goes by the plain rule, whatever this is. */
  readonly estimator?: Estimator;
  /** The estimate of instructions and tools, if the caller has it: they are frozen for a run and need no recount. */
  readonly fixedTokens?: number;
  /** The same by the plain rule; by default the same number. */
  readonly fixedPlain?: number;
  /** The most that a request should hold, in tokens. A choice of cost: going over it never ends a conversation. */
  readonly budget: number;
  /** What the model can read at once, in tokens, answer included. */
  readonly window?: number;
  /** How estimates become sizes: size = offset + factor × estimate + surcharges. Default: the estimate itself. */
  readonly scale?: FitScale;
  readonly options?: Partial<FitOptions>;
  /** What the last call returned for the same, shorter list. */
  readonly state?: FitState | EarlierFitState;
  /**
   * Messages that the person has pinned, by index, in the order of pinning; one of a round stands for all of it. They stay whole
   * while together they are within a quarter of the budget.
   */
  readonly pins?: readonly number[];
  /** Whether a tool takes an input in which a note stands for a large string. Default: it does. */
  readonly acceptsInput?: AcceptsInput;
  /** Stored estimates: of a message with its constant, or of one tool result. Counts anew where there is none. */
  readonly sizeOf?: (item: FitItem) => number | undefined;
  /** The same by the plain rule. Needed only beside another estimator: `sizeOf` is asked otherwise. */
  readonly plainOf?: (item: FitItem) => number | undefined;
}

export interface FitResult {
  readonly messages: ModelMessage[];
  readonly report: FitReport;
  readonly state: FitState;
}

/**
 * Shapes one request so that it fits the budget, by what costs the agent least: first the oldest tool results become notes and
 * large inputs of old calls, then whole old turns go, then whole old rounds of the current turn, and at last results that the model has not read yet.
 * Each stage works on what the one before left and is entered only while the request is over the budget. Calls and results
 * stay in pairs. When even the smallest form is over the budget it is returned with `fits: false`.
 *
 * Pure and linear in the number of messages; every item is measured once.
 */
export function fitRequest(input: FitInput): FitResult {
  const { messages, budget, acceptsInput = () => true } = input;
  const state = readFitState(input.state ?? EMPTY_STATE);
  const options = { ...DEFAULT_FIT_OPTIONS, ...input.options };
  const draft = startDraft(input, options);
  const before = scaleSize(draft, draft);
  const targets = findTargets(draft, budget, options);
  draft.pins = findPinned(draft, input.pins ?? [], budget);
  applyState(draft, state);

  const { stage, cleared, inputs } = runStages(draft, targets, options, acceptsInput);

  const next = stage === 0 ? state : readState(draft);
  const after = scaleSize(draft, draft);
  const limit = findLimit(input.window, options);
  return {
    messages: projectMessages(messages, next, options, input.estimator),
    state: next,
    report: {
      fits: after <= budget,
      sendable: after <= (limit ?? budget),
      before: Math.ceil(before),
      after: Math.ceil(after),
      estimate: draft.estimate,
      plain: draft.plain,
      fixed: draft.fixed.estimate,
      budget,
      mark: Math.ceil(targets.mark),
      ...(limit === undefined ? {} : { limit }),
      stage,
      items: describeItems(messages, next),
      newlyCleared: toPositions(draft, cleared),
      newlyClearedInputs: inputs.filter(([message]) => isKept(message, draft.cut, draft.pinned)),
      newlyDropped: countDropped(next) - countDropped(state),
    },
  };
}

function runStages(
  draft: Draft,
  targets: FitTargets,
  options: FitOptions,
  acceptsInput: AcceptsInput,
): { stage: FitStage; cleared: DraftResult[]; inputs: InputPosition[] } {
  const isOver = () => scaleSize(draft, draft) > targets.budget;
  const old = isOver() ? clearOldResults(draft, targets, options) : [];
  const inputs = isOver() ? clearOldInputs(draft, targets, options, acceptsInput) : [];
  let stage: FitStage = old.length + inputs.length > 0 ? 1 : 0;
  if (isOver() && keepNewestTurns(draft, targets, options)) stage = 2;
  if (isOver() && keepNewestRounds(draft, targets, options)) stage = 3;
  const unread = isOver() ? clearUnreadResults(draft, targets) : [];
  if (unread.length > 0) stage = 4;
  return { stage, cleared: old.concat(unread), inputs };
}

function startDraft(input: FitInput, options: FitOptions): Draft {
  const { messages, estimator = plainEstimator, scale, sizeOf, plainOf } = input;
  return makeDraft({
    ...{ messages, estimator, scale, sizeOf, plainOf },
    fixed: costOfFixed(input, estimator),
    trimmed: costOfMessage(trimmedMessage(options.trimmedNote), estimator),
    noteOf: clearedNoteEstimator(options, estimator),
    newestWords: newestWords(options),
    clearedInputNote: options.clearedInputNote,
  });
}

function costOfFixed(
  { fixedTokens, fixedPlain, instructions = "", tools = [] }: FitInput,
  estimator: Estimator,
): Costs {
  if (fixedTokens !== undefined) return { estimate: fixedTokens, plain: fixedPlain ?? fixedTokens };
  const fixed = { instructions, tools };
  return { estimate: estimator.fixed(fixed), plain: plainEstimator.fixed(fixed) };
}

function readState(draft: Draft): FitState {
  const cleared = keptResults(draft).filter((result) => result.cleared);
  const inputs = [...draft.clearedInputs.values()].filter(([message]) => isKept(message, draft.cut, draft.pinned));
  return {
    v: 2,
    clearedResults: cleared.map(toPosition),
    clearedInputs: inputs.sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    droppedMessages: draft.cut,
    pinned: [...draft.pinned],
  };
}

function toPositions(draft: Draft, results: readonly DraftResult[]): FitReport["newlyCleared"] {
  return results.filter(({ message }) => isKept(message, draft.cut, draft.pinned)).map(toPosition);
}

function toPosition({ message, part, words }: DraftResult): ResultPosition {
  return words === 1 ? [message, part] : [message, part, words];
}

function countDropped({ droppedMessages, pinned }: FitState): number {
  return droppedMessages === 0 ? 0 : droppedMessages - 1 - pinned.length;
}
