import { clearDraftResult, type Draft, type DraftResult, keptResults, noteOf, savingOf, scaleSize } from "./draft.ts";
import type { FitOptions } from "./options.ts";
import { findLastAssistant } from "./structure.ts";
import type { FitTargets } from "./targets.ts";

/**
 * Stage 1: clears the oldest results that are worth it, a batch at a time down to the mark, and the few that are left if the request is still
 * over the budget. The newest results within their share of the budget, and those that the model has not read yet, stay whole.
 * Returns what it cleared.
 */
export function clearOldResults(draft: Draft, targets: FitTargets, options: FitOptions): DraftResult[] {
  const clearable = findOldResults(draft, targets.budget * options.protectedShare).filter(
    (result) => !result.cleared && savingOf(draft, result).plain >= Math.max(1, options.minimumSaving),
  );
  if (options.answeredFirst) clearable.sort((a, b) => Number(isAnswered(draft, b)) - Number(isAnswered(draft, a)));
  const isOver = (limit: number) => scaleSize(draft, draft) > limit;
  const batch = Math.max(1, Math.floor(options.clearBatch));
  let count = 0;
  const clearUpTo = (end: number) => {
    for (; count < end; count++) {
      const result = clearable[count];
      if (result) clearDraftResult(draft, result);
    }
  };
  while (isOver(targets.mark) && clearable.length - count >= batch) clearUpTo(count + batch);
  if (isOver(targets.budget)) clearUpTo(clearable.length);
  return clearable.slice(0, count);
}

/**
 * Stage 4: clears results that the model has not read, one at a time, oldest first, until the request fits. The very last
 * result stays whole: without it the model would ask for it again, for ever. What is pinned yields last. Returns what it cleared.
 */
export function clearUnreadResults(draft: Draft, { budget }: FitTargets): DraftResult[] {
  const lastAssistant = findLastAssistant(draft.messages);
  const unread = keptResults(draft).filter((result) => result.message > lastAssistant);
  const inOrder = unread
    .slice(0, -1)
    .sort((a, b) => Number(draft.pins.has(a.message)) - Number(draft.pins.has(b.message)));
  const cleared: DraftResult[] = [];
  for (const result of inOrder) {
    if (scaleSize(draft, draft) <= budget) break;
    if (result.cleared || savingOf(draft, result).estimate <= 0) continue;
    clearDraftResult(draft, result);
    cleared.push(result);
  }
  return cleared;
}

/** Whether the step right after a result holds a text: then its gist is likely to be there. */
function isAnswered({ messages }: Draft, { message }: DraftResult): boolean {
  let at = message + 1;
  while (at < messages.length && messages[at]?.role !== "assistant") at++;
  const next = messages[at];
  if (!next) return false;
  if (typeof next.content === "string") return next.content.trim() !== "";
  return next.content.some((part) => part.type === "text" && part.text.trim() !== "");
}

/** Results that are neither protected nor unread, oldest first. One that is cleared is no longer protected, however small its note. */
export function findOldResults(draft: Draft, quarter: number): DraftResult[] {
  const results = keptResults(draft);
  const protectedFrom = findProtectedStart(draft, results, quarter);
  const lastAssistant = findLastAssistant(draft.messages);
  return results.filter(
    (result, index) =>
      (result.cleared || index < protectedFrom) && result.message < lastAssistant && !draft.pins.has(result.message),
  );
}

/** The index of the oldest of the newest results that together fit in `quarter`: contiguous, and at least the newest one. */
function findProtectedStart(draft: Draft, results: readonly DraftResult[], quarter: number): number {
  let sum = 0;
  for (let index = results.length - 1; index >= 0; index--) {
    const result = results[index];
    if (!result) break;
    const estimate = (result.cleared ? noteOf(draft, result) : result).estimate;
    sum += draft.scale.factor * estimate + (result.cleared ? 0 : result.extra);
    if (sum > quarter) return Math.min(index + 1, results.length - 1);
  }
  return 0;
}
