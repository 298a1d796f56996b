/** A text with every CRLF seen as one LF, and the way back to positions in the text as it is. */
export interface FlatText {
  flat: string;
  /** The position in the original text that stands for this one; before the CR where it falls on a line end. */
  toOriginal(position: number): number;
  /** The line end, as it is in the original, of the line feed at this flat position. */
  lineEndAt(position: number): "\n" | "\r\n";
  /** The line end of the line that this position is in: the next one, else the one before, else LF. */
  lineEndNear(position: number): "\n" | "\r\n";
}

export function flattenText(original: string): FlatText {
  const flat = toLineFeeds(original);
  const crlf = flat.length === original.length ? [] : flatPositionsOfReturns(original);
  const returnsBefore = (position: number) => countBelow(crlf, position);
  const lineEndAt = (position: number) =>
    crlf[returnsBefore(position)] === position ? ("\r\n" as const) : ("\n" as const);
  return {
    flat,
    toOriginal: (position) => position + returnsBefore(position),
    lineEndAt,
    lineEndNear(position) {
      const next = flat.indexOf("\n", position);
      if (next !== -1) return lineEndAt(next);
      const previous = position > 0 ? flat.lastIndexOf("\n", position - 1) : -1;
      return previous === -1 ? "\n" : lineEndAt(previous);
    },
  };
}

export function toLineFeeds(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

function flatPositionsOfReturns(original: string): number[] {
  const positions: number[] = [];
  let at = original.indexOf("\r\n");
  while (at !== -1) {
    positions.push(at - positions.length);
    at = original.indexOf("\r\n", at + 2);
  }
  return positions;
}

function countBelow(sorted: number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
