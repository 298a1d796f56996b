import { PINNED_SHARE, readEstimate } from "#lib/context/index.ts";
import { badRequest, conflict } from "#lib/errors.ts";
import type { Chat, Fitting, LogRow } from "#lib/store/index.ts";
import { currentEstimator } from "./counting.ts";
import { currentLimits } from "./limits.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Changes how a chat is fitted; it holds from the next run on. What is not named stays.
 * @throws AppError 400 for a pin that is no row of the branch, 409 `too-much-pinned` when all pins together need more than their
 * share of the budget; then nothing was changed
 */
export async function changeFitting(runtime: Runtime, chat: Chat, change: Fitting): Promise<void> {
  if (change.pins) await checkPins(runtime, chat, change.pins);
  await runtime.store.chats.update(chat.id, { fitting: { ...chat.fitting, ...change } });
}

async function checkPins(runtime: Runtime, chat: Chat, pins: string[]): Promise<void> {
  const rows = await runtime.store.messages.path(chat.id);
  const known = new Set(rows.map(({ id }) => id));
  if (!pins.every((id) => known.has(id))) throw badRequest("Only messages of this branch can be pinned.");
  const { rule } = currentEstimator(runtime);
  const pinned = new Set(pins);
  // One of a round stands for all of it: its step, and every result.
  const steps = new Set(rows.flatMap((row) => (pinned.has(row.id) ? [row.stepId ?? row.id] : [])));
  const isPinned = (row: LogRow) => pinned.has(row.id) || steps.has(row.stepId ?? row.id);
  const size = rows
    .filter(isPinned)
    .reduce((sum, { estimate }) => sum + (readEstimate(estimate, rule) ?? estimate.tokens), 0);
  const { budget } = await currentLimits(runtime);
  if (size <= budget * PINNED_SHARE) return;
  throw conflict(
    "too-much-pinned",
    "Together the pinned messages would need more than a quarter of the budget. Unpin one first.",
  );
}
