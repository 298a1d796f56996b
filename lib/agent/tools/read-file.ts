import { z } from "zod";
import type { ReadRange, TextSlice } from "#lib/workspace/types.ts";
import { defineTool, failed, succeeded } from "./define-tool.ts";

const DEFAULT_LIMIT = { lines: 2_000, bytes: 65_536 };
/** Room for the line that says where to go on. */
const HINT_TOKENS = 60;

export const readFile = defineTool({
  name: "read_file",
  description:
    "Read a text file, or a part of it. Without by: lines from offset (from 1). With by: bytes, from a byte position (from 0); use this for very long lines. When more follows, the last line says at which offset to go on. Also reads /tool_results/… and /conversation_history/….",
  input: z.object({
    path: z.string().min(1),
    offset: z.int().min(0).optional().describe("First line (from 1) or first byte (from 0)"),
    limit: z.int().min(1).optional().describe("Number of lines or bytes"),
    by: z.enum(["lines", "bytes"]).default("lines"),
  }),
  resume: "repeat",
  async run({ path, offset, limit, by }, context) {
    let range: ReadRange = { by, offset: offset ?? (by === "lines" ? 1 : 0), limit: limit ?? DEFAULT_LIMIT[by] };
    if (by === "lines") range.offset = Math.max(1, range.offset);
    const room = context.resultBound - HINT_TOKENS;
    // A reader keeps its own result within the bound, so that reading a large result back never makes another large result.
    for (;;) {
      const read = await context.workspace.read(path, range, context.signal);
      if (!read.ok) return failed(read.reason);
      const size = context.estimateOf(read.value.text);
      const limit = smallerLimit(read.value, room / size);
      if (size <= room || limit === undefined) return succeeded(render(read.value));
      range = { ...range, limit };
    }
  },
});

/** How much of the slice has room, or undefined when it cannot be made smaller. */
function smallerLimit(slice: TextSlice, share: number): number | undefined {
  const read = slice.to - slice.from + (slice.by === "lines" ? 1 : 0);
  const limit = Math.max(1, Math.min(read - 1, Math.floor(read * share * 0.95)));
  return limit < read ? limit : undefined;
}

function render(slice: TextSlice): string {
  const notes: string[] = [];
  if (slice.longLines) notes.push("[Long lines are shortened here; by: bytes reads all of them]");
  if (slice.next !== undefined) {
    const range = slice.by === "lines" ? `lines ${slice.from}–${slice.to}` : `bytes ${slice.from}–${slice.to}`;
    notes.push(`[${range} of ${slice.total}; go on with offset ${slice.next}]`);
  }
  if (slice.text === "" && slice.total === 0) return "(empty file)";
  if (notes.length === 0) return slice.text;
  return `${slice.text}${slice.text.endsWith("\n") ? "" : "\n"}${notes.join("\n")}`;
}
