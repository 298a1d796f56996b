/**
 * Which two tokens make which: a hash table over pairs of ranks in one typed array, so that it can be made in a worker and handed
 * over without copying, and looked up without making a string. Three numbers a slot: the first rank + 1 (0: free), the second, and what
 * they make.
 */
export interface MergeTable {
  slots: Int32Array<ArrayBuffer>;
  /** Rank of each single byte; -1 where it is no token. */
  bytes: Int32Array<ArrayBuffer>;
}

const WORDS_PER_SLOT = 3;
/** What two ranks make that make nothing: higher than every rank. */
export const NO_TOKEN = 0x7fffffff;

/** @param tokens by rank, one character per byte; of doubles the first counts */
export function makeMergeTable(tokens: readonly string[]): MergeTable {
  const ranks = new Map<string, number>();
  for (const token of tokens) if (!ranks.has(token)) ranks.set(token, ranks.size);
  const pairs: number[] = [];
  for (const [token, rank] of ranks) {
    for (let length = 1; length < token.length; length++) {
      const first = ranks.get(token.slice(0, length));
      const second = first === undefined ? undefined : ranks.get(token.slice(length));
      if (first !== undefined && second !== undefined) pairs.push(first, second, rank);
    }
  }
  const size = 2 ** Math.ceil(Math.log2((2 * pairs.length) / WORDS_PER_SLOT));
  const slots = new Int32Array(size * WORDS_PER_SLOT);
  for (let at = 0; at < pairs.length; at += WORDS_PER_SLOT) insert(slots, pairs, at);
  const bytes = Int32Array.from({ length: 256 }, (_, byte) => ranks.get(String.fromCharCode(byte)) ?? -1);
  return { slots, bytes };
}

function insert(slots: Int32Array, pairs: readonly number[], at: number): void {
  const [first = 0, second = 0, made = 0] = pairs.slice(at, at + WORDS_PER_SLOT);
  let slot = hash(first, second, slots.length);
  while (slots[slot] !== 0) slot = nextSlot(slot, slots.length);
  slots[slot] = first + 1;
  slots[slot + 1] = second;
  slots[slot + 2] = made;
}

/** The rank of what two tokens make, or `NO_TOKEN`. */
export function findMerge(slots: Int32Array, first: number, second: number): number {
  let slot = hash(first, second, slots.length);
  for (;;) {
    const taken = slots[slot] as number;
    if (taken === 0) return NO_TOKEN;
    if (taken === first + 1 && slots[slot + 1] === second) return slots[slot + 2] as number;
    slot = nextSlot(slot, slots.length);
  }
}

const nextSlot = (slot: number, length: number): number =>
  slot + WORDS_PER_SLOT === length ? 0 : slot + WORDS_PER_SLOT;

/** The number of slots is a power of two. */
function hash(first: number, second: number, length: number): number {
  let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  mixed ^= mixed >>> 13;
  return ((mixed >>> 0) & (length / WORDS_PER_SLOT - 1)) * WORDS_PER_SLOT;
}
