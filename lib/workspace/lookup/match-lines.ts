import type { ByteSource } from "../byte-source.ts";
import { HEAD_BYTES, identifyContent } from "../identify-content.ts";
import { showNul } from "../text-encoding.ts";

/** A pattern sees at most this many characters at once; longer lines are looked at in overlapping pieces. */
const WINDOW = 2000;
const OVERLAP = 200;
/** Characters of a line in an answer, with the match inside. */
const SHOWN = 400;
/** A line that goes on for longer is matched piece by piece, so that a file of one line never fills the memory. */
const MAX_PENDING = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

export interface MatchedLine {
  line: number;
  text: string;
}

/** The lines of a text file that match, one entry for each; undefined for a binary file. */
export async function matchLines(
  source: ByteSource,
  pattern: RegExp,
  limit: number,
): Promise<MatchedLine[] | undefined> {
  const content = await identifyContent(await source.read(0, Math.min(HEAD_BYTES, source.bytes)));
  if (content.kind === "binary") return undefined;
  const decoder = new TextDecoder(content.encoding);
  const found: MatchedLine[] = [];
  let line = 1;
  let foundInLine = 0;
  let pending = "";
  const test = (text: string) => {
    if (foundInLine === line) return;
    const shown = matchLine(text, pattern);
    if (shown === undefined) return;
    foundInLine = line;
    found.push({ line, text: shown });
  };
  for (let position = 0; position < source.bytes && found.length < limit; ) {
    const chunk = await source.read(position, Math.min(source.bytes, position + CHUNK_BYTES));
    if (chunk.length === 0) break;
    position += chunk.length;
    const lines = (pending + decoder.decode(chunk, { stream: true })).split("\n");
    pending = lines.pop() ?? "";
    for (const text of lines) {
      test(text.endsWith("\r") ? text.slice(0, -1) : text);
      line += 1;
      if (found.length >= limit) return found;
    }
    if (pending.length > MAX_PENDING) {
      test(pending);
      pending = pending.slice(-OVERLAP);
    }
  }
  if (found.length < limit) test(pending + decoder.decode());
  return found;
}

/** The line, or what is around its first match; undefined where nothing matches. */
function matchLine(text: string, pattern: RegExp): string | undefined {
  for (let start = 0; start === 0 || start + OVERLAP < text.length; start += WINDOW - OVERLAP) {
    const match = pattern.exec(text.slice(start, start + WINDOW));
    if (match !== null) return showAround(text, start + match.index);
  }
  return undefined;
}

function showAround(text: string, position: number): string {
  if (text.length <= SHOWN) return showNul(text.toWellFormed());
  const start = Math.max(0, Math.min(position - SHOWN / 4, text.length - SHOWN));
  const end = start + SHOWN;
  const shown = text.slice(start, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return showNul(`${start > 0 ? "…" : ""}${shown.toWellFormed()}${end < text.length ? "…" : ""}`);
}
