const LARGEST_RESERVED_OUTPUT = 32_000;
const LARGEST_DEFAULT_BUDGET = 400_000;

/** Tokens kept free for the answer when nothing else is set. */
export function defaultReservedOutput(window: number): number {
  return Math.min(LARGEST_RESERVED_OUTPUT, Math.floor(window / 4));
}

export interface ResolvedBudget {
  readonly budget: number;
  readonly reservedOutput: number;
  /** The budget that was asked for is larger than a request may be with this window; it was lowered. */
  readonly clamped: boolean;
}

/** The most that one request may hold, in tokens: the person's cap, never more than the window leaves beside the answer. */
export function resolveBudget({
  window,
  explicit,
  reservedOutput = defaultReservedOutput(window),
}: {
  window: number;
  explicit?: number;
  reservedOutput?: number;
}): ResolvedBudget {
  const room = Math.max(0, window - reservedOutput);
  const limit = Math.min(LARGEST_DEFAULT_BUDGET, room);
  return { budget: Math.min(explicit ?? limit, limit), reservedOutput, clamped: (explicit ?? 0) > limit };
}
