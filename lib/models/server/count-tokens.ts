import { createHash } from "node:crypto";
import { countTokens as countPiece } from "gpt-tokenizer/encoding/o200k_base";
import { createBoundedMap } from "./bounded-map.ts";

const PIECE_LENGTH = 256;
const CACHE_ENTRIES = 50_000;
/** Words like `<|endoftext|>` are ordinary text in a conversation; by default the tokenizer throws on them. */
const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

const counts = createBoundedMap<number>(CACHE_ENTRIES);

export function hashText(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}

/**
 * Cuts a text into pieces of at most 256 UTF-16 units, on whole code points and before a space where there is one: the tokenizer
 * splits there anyway, and byte-pair counting is quadratic on long unbroken runs.
 */
export function* cutPieces(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > PIECE_LENGTH) {
    const limit = start + PIECE_LENGTH;
    const space = text.lastIndexOf(" ", limit);
    let end = space > start && text[space - 1] !== " " ? space : limit;
    const unit = text.charCodeAt(end);
    if (unit >= 0xdc00 && unit <= 0xdfff) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}

/** o200k tokens of a text. Long texts are remembered by hash, so a growing conversation costs only what is new in it. */
export function countTokens(text: string, hash?: string): number {
  if (text.length <= PIECE_LENGTH) return countPiece(text, AS_PLAIN_TEXT);
  const key = hash ?? hashText(text);
  const known = counts.get(key);
  if (known !== undefined) return known;
  let total = 0;
  for (const piece of cutPieces(text)) total += countPiece(piece, AS_PLAIN_TEXT);
  counts.set(key, total);
  return total;
}

/** The longest beginning of a text that has at most `limit` tokens, on whole code points. */
export function takeTokens(text: string, limit: number): string {
  let room = Math.max(0, limit);
  let taken = "";
  for (const piece of cutPieces(text)) {
    const cost = countPiece(piece, AS_PLAIN_TEXT);
    if (cost > room) return taken + takePoints(piece, room);
    room -= cost;
    taken += piece;
  }
  return taken;
}

function takePoints(piece: string, room: number): string {
  const points = [...piece];
  while (points.length > 0 && countPiece(points.join(""), AS_PLAIN_TEXT) > room) points.pop();
  return points.join("");
}
