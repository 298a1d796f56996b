/** Where a tool result is: index of its message, index of the part in that message. */
export type ResultPosition = readonly [message: number, part: number];

/**
 * What fitting remembers from one model call to the next, as plain JSON. What was cleared or cut stays so until a stage must
 * act again: that keeps the beginning of the request byte-identical, which is what a provider's prefix cache needs.
 * Positions are in the list of messages given, which may only grow. Start with `EMPTY_STATE` for another list (a new
 * summary) and for another model; keep the state when only budget or factor change.
 */
export interface FitState {
  readonly v: 1;
  /** Ascending. */
  readonly clearedResults: readonly ResultPosition[];
  /** The cut: every message at an index ≥ 1 and below it is dropped unless pinned. 0: nothing is dropped. Only grows. */
  readonly droppedMessages: number;
  /** Indexes below the cut that stay, ascending: user messages of the turn that was current when the cut was made. */
  readonly pinned: readonly number[];
}

export const EMPTY_STATE: FitState = { v: 1, clearedResults: [], droppedMessages: 0, pinned: [] };

/** Whether the message at `index` is part of the request. Takes a set, as it is asked once per message. */
export function isKept(index: number, cut: number, pinned: ReadonlySet<number>): boolean {
  return index === 0 || index >= cut || pinned.has(index);
}

/**
 * Tells, message by message in ascending order, which of its parts are cleared: undefined for none. One walk along both
 * lists, because a long conversation has tens of thousands of cleared results and this runs before every model call.
 */
export function clearedPartsReader(
  positions: readonly ResultPosition[],
): (message: number) => ReadonlySet<number> | undefined {
  let next = 0;
  return (message) => {
    while ((positions[next]?.[0] ?? Number.POSITIVE_INFINITY) < message) next++;
    const first = next;
    while (positions[next]?.[0] === message) next++;
    if (next === first) return undefined;
    return new Set(positions.slice(first, next).map(([, part]) => part));
  };
}
