import { addMessage, beginWeight, cutDraft, type Draft, scaleSize, type Weight } from "./draft.ts";
import type { FitTargets } from "./targets.ts";

export interface CutChoice {
  /** Where the cut may lie, ascending. The last one is always possible; an earlier one keeps more. */
  readonly starts: readonly number[];
  /** Messages that stay wherever the cut lies. The first message is among them. */
  readonly stays: (index: number) => boolean;
}

/**
 * Keeps what `stays`, the note, and the newest contiguous pieces with which the request is at most at the mark; at least the
 * newest piece. Does nothing when that would not make the request smaller: the note itself costs something.
 * Returns whether it cut. Linear: every message is weighed at most once.
 */
export function cutToMark(draft: Draft, { starts, stays }: CutChoice, { mark }: FitTargets): boolean {
  const newest = starts.at(-1);
  if (newest === undefined) return false;
  let cut = newest;
  const kept = beginWeight(draft, true);
  addMessages(draft, kept, 0, draft.messages.length, (index) => stays(index) || index >= newest);
  for (let at = starts.length - 2; at >= 0; at--) {
    const start = starts[at] ?? 0;
    const wider = { ...kept };
    addMessages(draft, wider, start, cut, (index) => !stays(index));
    if (scaleSize(draft, wider) > mark) break;
    cut = start;
    Object.assign(kept, wider);
  }
  if (kept.estimate >= draft.estimate) return false;
  cutDraft(draft, cut, findPinned(cut, stays));
  return true;
}

function addMessages(draft: Draft, sum: Weight, from: number, to: number, counts: (index: number) => boolean): void {
  for (let index = from; index < to; index++) if (counts(index)) addMessage(sum, draft, index);
}

function findPinned(cut: number, stays: (index: number) => boolean): ReadonlySet<number> {
  const pinned = new Set<number>();
  for (let index = 1; index < cut; index++) if (stays(index)) pinned.add(index);
  return pinned;
}
