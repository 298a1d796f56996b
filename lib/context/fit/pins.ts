import { type Draft, messageSize } from "./draft.ts";

/** The share of the budget that pinned messages may take together. */
export const PINNED_SHARE = 0.25;

/**
 * The messages that pins keep whole: a message of a round brings its whole round, as no call goes without its result. Pins are
 * taken in the order given while together they are within their share of the budget; the rest counts as not pinned.
 */
export function findPinned(draft: Draft, pins: readonly number[], budget: number): ReadonlySet<number> {
  const pinned = new Set<number>();
  let size = 0;
  for (const pin of pins) {
    const added = roundOf(draft, pin).filter((index) => !pinned.has(index));
    const more = added.reduce((sum, index) => sum + messageSize(draft, index), 0);
    if (size + more > budget * PINNED_SHARE) continue;
    size += more;
    for (const index of added) pinned.add(index);
  }
  return pinned;
}

function roundOf({ messages }: Draft, index: number): number[] {
  if (messages[index] === undefined) return [];
  if (messages[index]?.role === "user") return [index];
  let start = index;
  while (start > 0 && messages[start]?.role === "tool") start--;
  let end = start + 1;
  while (messages[end]?.role === "tool") end++;
  return Array.from({ length: end - start }, (_, at) => start + at);
}
