import type { TextEncoding } from "./text-encoding.ts";

/** Bytes of a line feed. */
export function lineEndBytes(encoding: TextEncoding): number {
  return encoding === "utf-8" ? 1 : 2;
}

/** Index of the next line feed at or after `from`, or −1. In UTF-16 the chunk must begin on a pair of bytes. */
export function findLineEnd(chunk: Uint8Array, from: number, encoding: TextEncoding): number {
  if (encoding === "utf-8") return chunk.indexOf(10, from);
  const feed = encoding === "utf-16le" ? 0 : 1;
  let index = chunk.indexOf(10, from);
  while (index !== -1) {
    if (index % 2 === feed && chunk[feed === 0 ? index + 1 : index - 1] === 0) return index - feed;
    index = chunk.indexOf(10, index + 1);
  }
  return -1;
}
