import type { ModelFailure } from "./model-failure.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** Spreads subagents that were told the same delay, so that they do not all come back at once. */
const SPREAD_MS = 1_000;

/**
 * How long to wait before a retry, in milliseconds, at most 60,000. A delay that the provider named is honoured and never
 * undercut; else exponential back-off from one second, half of it at random.
 * @param attempt 1 for the first retry. @param random a number from 0 up to 1, each time another.
 */
export function retryDelay(failure: Pick<ModelFailure, "retryAfterMs">, attempt: number, random: () => number): number {
  // A delay of nothing would spend all retries at once.
  if (failure.retryAfterMs) return Math.min(LONGEST_MS, Math.round(failure.retryAfterMs + random() * SPREAD_MS));
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempt - 1));
  return Math.round(whole / 2 + (random() * whole) / 2);
}
