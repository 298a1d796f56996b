import { addMessage, beginWeight, cutDraft, type Draft, messageSize, scaleSize, type Weight } from "./draft.ts";
import type { FitOptions } from "./options.ts";
import { isKept } from "./state.ts";
import type { FitTargets } from "./targets.ts";

/** What short user messages of dropped turns may take together, as a share of the budget. */
const SHORT_SHARE = 0.1;
/** Tokens by the plain rule, as the minimum of clearing is. */
const LONGEST_SHORT = 500;

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
export function cutToMark(draft: Draft, choice: CutChoice, { budget, mark }: FitTargets, options: FitOptions): boolean {
  const { starts } = choice;
  const stays = (index: number) => choice.stays(index) || draft.pins.has(index);
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
  const short = options.keepShortUserMessages
    ? addShortMessages(draft, kept, { cut, budget, stays })
    : new Set<number>();
  if (kept.estimate >= draft.estimate) return false;
  cutDraft(
    draft,
    cut,
    findKept(cut, (index) => stays(index) || short.has(index)),
  );
  return true;
}

/** User messages below the cut that are short, the newest first, within their share of the budget. Adds what they weigh. */
function addShortMessages(
  draft: Draft,
  kept: Weight,
  { cut, budget, stays }: { cut: number; budget: number; stays: (index: number) => boolean },
): ReadonlySet<number> {
  const short = new Set<number>();
  let room = budget * SHORT_SHARE;
  for (let index = cut - 1; index > 0; index--) {
    const isCandidate =
      draft.messages[index]?.role === "user" && isKept(index, draft.cut, draft.pinned) && !stays(index);
    if (!isCandidate || (draft.ownPlain[index] ?? 0) > LONGEST_SHORT) continue;
    const size = messageSize(draft, index);
    const wider = { ...kept };
    addMessage(wider, draft, index);
    if (size > room || scaleSize(draft, wider) > budget) break;
    room -= size;
    Object.assign(kept, wider);
    short.add(index);
  }
  return short;
}

function addMessages(draft: Draft, sum: Weight, from: number, to: number, counts: (index: number) => boolean): void {
  for (let index = from; index < to; index++) if (counts(index)) addMessage(sum, draft, index);
}

function findKept(cut: number, stays: (index: number) => boolean): ReadonlySet<number> {
  const pinned = new Set<number>();
  for (let index = 1; index < cut; index++) if (stays(index)) pinned.add(index);
  return pinned;
}
