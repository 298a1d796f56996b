const LARGEST_RESERVED_OUTPUT = 32_000;

/** Tokens kept free for the answer when nothing else is set: a quarter of the window, at most 32,000. */
export function defaultReservedOutput(window: number): number {
  return Math.min(LARGEST_RESERVED_OUTPUT, Math.floor(window / 4));
}
