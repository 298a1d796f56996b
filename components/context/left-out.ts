/**
 * How many results and messages a request was the first to leave out, read from its report. The report's shape belongs to
 * the fitter and may be older than this screen: what is not understood counts as nothing.
 */
export function newlyLeftOut(report: unknown): { cleared: number; dropped: number } {
  const { newlyCleared, newlyClearedInputs, newlyDropped } = (report ?? {}) as Record<string, unknown>;
  return { cleared: countOf(newlyCleared) + countOf(newlyClearedInputs), dropped: countOf(newlyDropped) };
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
