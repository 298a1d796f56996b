import { type ByteSource, openSource } from "./byte-source.ts";
import { type ContentKind, HEAD_BYTES, identifyContent } from "./identify-content.ts";
import { fail, succeed } from "./outcome.ts";
import type { PathGate } from "./path-gate.ts";
import { readBytes } from "./read-bytes.ts";
import { readLines } from "./read-lines.ts";
import type { Outcome, ReadRange, TextSlice } from "./types.ts";

/** Reads a part of a text file or of a virtual file. May reject with the reason of the signal. */
export async function readFile(
  gate: PathGate,
  path: string,
  range: ReadRange,
  signal?: AbortSignal,
): Promise<Outcome<TextSlice>> {
  const place = await gate(path);
  if (!place.ok) return place;
  const opened = await openSource(place.value);
  if (!opened.ok) return opened;
  const source = opened.value;
  try {
    // Virtual files are texts by contract; looking at their first bytes would cost a query.
    const content: ContentKind =
      place.value.kind === "mount"
        ? { kind: "text", encoding: "utf-8", markBytes: 0 }
        : await identifyContent(await source.read(0, Math.min(HEAD_BYTES, source.bytes)));
    if (content.kind === "binary") return refuseBinary(place.value.path, content.description, source.bytes);
    return succeedOrPast(place.value.path, await readRange(source, content, range, signal), range);
  } finally {
    await source.close();
  }
}

function readRange(
  source: ByteSource,
  content: Extract<ContentKind, { kind: "text" }>,
  range: ReadRange,
  signal?: AbortSignal,
): Promise<TextSlice> {
  const offset = Math.max(range.by === "lines" ? 1 : 0, Math.trunc(range.offset) || 0);
  const limit = Math.max(1, Math.trunc(range.limit) || 1);
  if (range.by === "bytes") return readBytes(source, content.encoding, Math.min(offset, source.bytes), limit);
  return readLines(source, { encoding: content.encoding, markBytes: content.markBytes, offset, limit, signal });
}

function succeedOrPast(path: string, slice: TextSlice, range: ReadRange): Outcome<TextSlice> {
  const first = range.by === "lines" ? 1 : 0;
  const last = range.by === "lines" ? slice.total : slice.total - 1;
  if (range.offset <= Math.max(first, last)) return succeed(slice);
  return fail(
    "invalid",
    `${path} has ${slice.total} ${range.by}, so there is nothing at ${range.offset}. Start earlier.`,
  );
}

export function refuseBinary(path: string, description: string, bytes: number): Outcome<never> {
  return fail(
    "binary",
    `${path} is ${description}, ${bytes} bytes, and cannot be read as text. Use a command that understands this type.`,
  );
}
