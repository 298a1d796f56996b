/**
 * Where a tool result is: index of its message, index of the part in that message; and by which version of the note's words it
 * was cleared, where that is not the first.
 */
export type ResultPosition = readonly [message: number, part: number, words?: number];

/** Where a tool call is, and which strings of its input are cleared: JSON pointers into the input. */
export type InputPosition = readonly [message: number, part: number, values: readonly string[]];

/**
 * What fitting remembers from one model call to the next, as plain JSON. What was cleared or cut stays so until a stage must
 * act again: that keeps the beginning of the request byte-identical, which is what a provider's prefix cache needs.
 * Positions are in the list of messages given, which may only grow. Start with `EMPTY_STATE` for another list (a new
 * summary) and for another model; keep the state when only budget or factor change.
 */
export interface FitState {
  readonly v: 2;
  /** Ascending. */
  readonly clearedResults: readonly ResultPosition[];
  /** Ascending. */
  readonly clearedInputs: readonly InputPosition[];
  /** The cut: every message at an index ≥ 1 and below it is dropped unless pinned. 0: nothing is dropped. Only grows. */
  readonly droppedMessages: number;
  /** Indexes below the cut that stay, ascending: user messages of the turn that was current when the cut was made, for the most. */
  readonly pinned: readonly number[];
}

/** A state from before inputs were cleared. */
export type EarlierFitState = Omit<FitState, "v" | "clearedInputs"> & { readonly v: 1 };

export const EMPTY_STATE: FitState = { v: 2, clearedResults: [], clearedInputs: [], droppedMessages: 0, pinned: [] };

/** The same state in today's form: it gives the same bytes. */
export function readFitState(state: FitState | EarlierFitState): FitState {
  return state.v === 2 ? state : { ...state, v: 2, clearedInputs: [] };
}

/** Whether the message at `index` is part of the request. Takes a set, as it is asked once per message. */
export function isKept(index: number, cut: number, pinned: ReadonlySet<number>): boolean {
  return index === 0 || index >= cut || pinned.has(index);
}

type Position = readonly [message: number, part: number, ...rest: unknown[]];

/**
 * Tells, message by message in ascending order, which positions are in it: undefined for none. One walk along both
 * lists, because a long conversation has tens of thousands of cleared results and this runs before every model call.
 */
export function positionsReader<At extends Position>(positions: readonly At[]): (message: number) => At[] | undefined {
  let next = 0;
  return (message) => {
    while ((positions[next]?.[0] ?? Number.POSITIVE_INFINITY) < message) next++;
    const first = next;
    while (positions[next]?.[0] === message) next++;
    return next === first ? undefined : positions.slice(first, next);
  };
}
