import type { LiveState, LiveStep } from "./live-state.ts";

/** Steps to draw below the stored rows: those that have something to show and are no row yet. */
export function visibleSteps(state: LiveState, rowIds: ReadonlySet<string>): LiveStep[] {
  return [...state.steps.values()].filter((step) => step.parts.length > 0 && !rowIds.has(step.id));
}
