import { findMerge, type MergeTable, NO_TOKEN } from "./merge-table.ts";

/** Joining is quadratic in the length of a word, so longer ones are counted in pieces of so many UTF-16 units; that is a little too high. */
export const LONGEST_WORD = 64;
const MOST_BYTES = 3 * LONGEST_WORD;

/**
 * Joins the bytes of a word of at most `LONGEST_WORD` units as byte-pair encoding does, and answers how many pieces are left when
 * no neighbours make a token any more.
 */
export function createJoiner({ slots, bytes }: MergeTable): (word: string) => number {
  const encoder = new TextEncoder();
  const encoded = new Uint8Array(MOST_BYTES);
  const pieces = new Int32Array(MOST_BYTES);
  const pairs = new Int32Array(MOST_BYTES);

  function join(index: number): void {
    pairs[index] = findMerge(slots, pieces[index] as number, pieces[index + 1] as number);
  }

  return (word) => {
    let count = encoder.encodeInto(word, encoded).written;
    for (let index = 0; index < count; index++) pieces[index] = bytes[encoded[index] as number] as number;
    for (let index = 0; index < count - 1; index++) join(index);
    for (;;) {
      let lowest = NO_TOKEN;
      let at = 0;
      for (let index = 0; index < count - 1; index++) {
        const made = pairs[index] as number;
        if (made >= lowest) continue;
        lowest = made;
        at = index;
      }
      if (lowest === NO_TOKEN) return count;
      pieces[at] = lowest;
      pieces.copyWithin(at + 1, at + 2, count);
      pairs.copyWithin(at, at + 1, count - 1);
      count--;
      if (at < count - 1) join(at);
      if (at > 0) join(at - 1);
    }
  };
}
