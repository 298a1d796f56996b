import { cutToMark } from "./cut.ts";
import type { Draft } from "./draft.ts";
import type { FitOptions } from "./options.ts";
import { findHeadEnd, findTurnStarts } from "./structure.ts";
import type { FitTargets } from "./targets.ts";

/**
 * Stage 2: keeps the first message, the note and the newest whole turns; the current turn always, whatever its size.
 * With a single turn, or with the cut already inside the current turn, there is nothing to do. Returns whether it cut.
 */
export function keepNewestTurns(draft: Draft, targets: FitTargets, options: FitOptions): boolean {
  const headEnd = findHeadEnd(draft.messages);
  const starts = findTurnStarts(draft.messages).filter((start) => start >= Math.max(headEnd, draft.cut));
  return cutToMark(draft, { starts, stays: (index) => index < headEnd }, targets, options);
}
