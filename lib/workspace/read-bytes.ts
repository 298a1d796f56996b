import type { ByteSource } from "./byte-source.ts";
import { codePointStart, decodeText, showNul, type TextEncoding } from "./text-encoding.ts";
import type { TextSlice } from "./types.ts";

/** No slice carries more text than this, in bytes. */
export const MAX_SLICE_BYTES = 256 * 1024;

/** The longest code point, in bytes, in any of the encodings. */
const MARGIN = 4;

/**
 * Reads from byte `offset` at most `limit` bytes. A slice begins and ends between code points, so a walk along `next`
 * gives the exact text: an offset inside a code point moves back to its start, and a limit smaller than one code
 * point is raised to it. `from` and `to` are bytes, `to` is the first one that is not in the text.
 */
export async function readBytes(
  source: ByteSource,
  encoding: TextEncoding,
  offset: number,
  limit: number,
): Promise<TextSlice> {
  const before = Math.max(0, offset - MARGIN - (offset % 2));
  const wantedEnd = Math.min(source.bytes, offset + Math.min(Math.max(1, limit), MAX_SLICE_BYTES));
  const bytes = await source.read(before, Math.min(source.bytes, wantedEnd + MARGIN));
  const start = codePointStart(bytes, offset - before, encoding);
  let end = wantedEnd - before >= bytes.length ? bytes.length : codePointStart(bytes, wantedEnd - before, encoding);
  if (end <= start) end = nextCodePoint(bytes, start, encoding);
  const to = before + end;
  const slice: TextSlice = {
    text: showNul(decodeText(bytes.subarray(start, end), encoding)),
    by: "bytes",
    from: before + start,
    to,
    total: source.bytes,
  };
  return to < source.bytes && bytes.length > 0 ? { ...slice, next: to } : slice;
}

function nextCodePoint(bytes: Uint8Array, start: number, encoding: TextEncoding): number {
  let end = start + 1;
  while (end < bytes.length && codePointStart(bytes, end, encoding) !== end) end += 1;
  return end;
}
