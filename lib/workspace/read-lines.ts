import type { ByteSource } from "./byte-source.ts";
import { findLineEnd, lineEndBytes } from "./find-line-end.ts";
import { createLineBuffer, type ShownLine } from "./line-buffer.ts";
import { MAX_SLICE_BYTES } from "./read-bytes.ts";
import type { TextEncoding } from "./text-encoding.ts";
import type { TextSlice } from "./types.ts";

const CHUNK_BYTES = 256 * 1024;

export interface LineRequest {
  encoding: TextEncoding;
  /** Length of the byte order mark, which is no part of the first line. */
  markBytes: number;
  /** From 1. */
  offset: number;
  limit: number;
  signal?: AbortSignal | undefined;
}

/**
 * Reads lines in one pass over the file, in chunks: memory does not grow with the file or with a line. The pass goes
 * on to the end because `total` counts all lines. `to` is the last line in the text (`from` − 1 where there is none).
 * Rejects with the reason of the signal.
 */
export async function readLines(source: ByteSource, request: LineRequest): Promise<TextSlice> {
  const { encoding, markBytes, offset, limit, signal } = request;
  const page = createPage(limit);
  const buffer = createLineBuffer(encoding, markBytes);
  let line = 1;
  let position = markBytes;
  let lineStart = markBytes;
  const isWanted = () => line >= offset && !page.full;

  while (position < source.bytes) {
    signal?.throwIfAborted();
    const chunk = await source.read(position, Math.min(source.bytes, position + CHUNK_BYTES));
    if (chunk.length === 0) break;
    let start = 0;
    for (;;) {
      const end = findLineEnd(chunk, start, encoding);
      if (isWanted()) buffer.push(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) break;
      start = end + lineEndBytes(encoding);
      lineStart = position + start;
      if (line + 1 === offset) buffer.take(lineStart);
      else if (isWanted()) page.add(buffer.take(lineStart));
      line += 1;
    }
    position += chunk.length;
  }
  const total = lineStart < position ? line : line - 1;
  if (lineStart < position && isWanted()) page.add(buffer.take(position));
  const to = offset + page.lines.length - 1;
  return {
    text: page.lines.join("\n"),
    by: "lines",
    from: offset,
    to,
    total,
    ...(to < total ? { next: to + 1 } : {}),
    ...(page.cut ? { longLines: true } : {}),
  };
}

/** The lines of one answer. A line that would make it too large is not taken, except as the only one. */
function createPage(limit: number) {
  const page = {
    lines: [] as string[],
    bytes: 0,
    full: limit < 1,
    cut: false,
    add(line: ShownLine) {
      const bytes = Buffer.byteLength(line.text) + 1;
      if (page.lines.length > 0 && page.bytes + bytes > MAX_SLICE_BYTES) {
        page.full = true;
        return;
      }
      page.lines.push(line.text);
      page.bytes += bytes;
      page.cut ||= line.cut;
      page.full = page.lines.length >= limit || page.bytes >= MAX_SLICE_BYTES;
    },
  };
  return page;
}
