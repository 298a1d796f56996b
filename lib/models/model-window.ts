import { reservedOutput } from "./effective-budget.ts";
import { knownModel } from "./known-models.ts";

/** The window of a model that nobody told us about. */
const ASSUMED_WINDOW = 128_000;

export interface ModelWindow {
  /**
   * What one request may hold, input and reserved output together, in tokens. Where a provider accepts less input than its
   * window suggests, this is that input plus the reserve, so that `window − reserved output` is what may be sent.
   */
  window: number;
  source: "configured" | "learned" | "table" | "assumed";
  /** The window as the provider advertises it, where it is larger. */
  advertised?: number;
}

/**
 * The window to plan with: the setting, else what a refusal taught, else the table, else 128,000 "assumed", which the screen
 * shows, for a wrong guess costs either refusals or half the model.
 */
export function modelWindow(
  modelId: string,
  { configured, learned }: { configured?: number | undefined; learned?: number | undefined } = {},
): ModelWindow {
  if (configured !== undefined) return { window: configured, source: "configured" };
  if (learned !== undefined) return { window: learned, source: "learned" };
  const known = knownModel(modelId);
  if (!known) return { window: ASSUMED_WINDOW, source: "assumed" };
  const { window, inputLimit = window } = known;
  const usable = Math.min(window, inputLimit + reservedOutput(window));
  return { window: usable, source: "table", ...(usable < window && { advertised: window }) };
}
