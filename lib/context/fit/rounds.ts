import { cutToMark } from "./cut.ts";
import type { Draft } from "./draft.ts";
import type { FitOptions } from "./options.ts";
import { findHeadEnd, findRoundStarts, findTurnStarts } from "./structure.ts";
import type { FitTargets } from "./targets.ts";

/**
 * Stage 3: inside the current turn, keeps the first message, the note, every user message of the turn and the newest whole
 * rounds; always the newest round that has results and everything after it. Returns whether it cut.
 */
export function keepNewestRounds(draft: Draft, targets: FitTargets, options: FitOptions): boolean {
  const { messages } = draft;
  const headEnd = findHeadEnd(messages);
  const turnStart = findTurnStarts(messages).at(-1) ?? 0;
  const rounds = findRoundStarts(messages, Math.max(headEnd, turnStart, draft.cut));
  const newestWithResults = rounds.findLast((start) => messages[start + 1]?.role === "tool") ?? rounds.at(-1) ?? 0;
  const starts = rounds.filter((start) => start <= newestWithResults);
  const stays = (index: number) => index < headEnd || (index >= turnStart && messages[index]?.role === "user");
  return cutToMark(draft, { starts, stays }, targets, options);
}
