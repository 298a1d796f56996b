/** Our own cap per request, for cost and speed, in tokens. */
const DEFAULT_BUDGET = 400_000;
const MOST_RESERVED = 32_000;

/** Tokens kept free for the answer, and sent as its limit: a quarter of the window, at most 32,000. */
export const reservedOutput = (window: number): number => Math.min(MOST_RESERVED, Math.floor(window / 4));

/**
 * The budget of one request in tokens: never above what the window leaves after the reserved output.
 * `clamped` says that an explicit budget was larger than that, which the screen shows.
 */
export function effectiveBudget({ window, configured }: { window: number; configured?: number | undefined }): {
  budget: number;
  clamped: boolean;
} {
  const most = window - reservedOutput(window);
  return {
    budget: Math.min(configured ?? DEFAULT_BUDGET, most),
    clamped: configured !== undefined && configured > most,
  };
}
