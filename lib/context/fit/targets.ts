import { type Draft, scaleSize } from "./draft.ts";
import type { FitOptions } from "./options.ts";
import { defaultReservedOutput } from "./reserved-output.ts";

/** What the stages compare sizes with, in tokens. */
export interface FitTargets {
  /** Enough means at most this. */
  readonly budget: number;
  /** How far a stage goes once it must act. Missing it never starts the next stage. */
  readonly mark: number;
}

/** The mark is a share of what can shrink: the fixed part goes with every request, whatever is cleared. */
export function findTargets(draft: Draft, budget: number, { lowWaterMark }: FitOptions): FitTargets {
  const fixed = Math.max(0, scaleSize(draft, { estimate: draft.fixed.estimate, extra: 0 }));
  return { budget, mark: fixed + lowWaterMark * (budget - fixed) };
}

/** The most that can be sent: what the window leaves beside the reserved output. Undefined without a known window. */
export function findLimit(window: number | undefined, { reservedOutput }: FitOptions): number | undefined {
  return window === undefined ? undefined : window - (reservedOutput ?? defaultReservedOutput(window));
}
