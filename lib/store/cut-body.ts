/** A request body as text: `before`, the list's elements joined by commas, `after`. White space stays with its element. */
export interface CutBody {
  before: string;
  blocks: string[];
  after: string;
}

/** Where a body that was cut earlier stood at the end of its list: nearly every body begins with the one before it. */
export interface KnownBeginning {
  /** The body up to the end of its list's last element. */
  text: string;
  before: string;
}

/**
 * The elements that a body has after those of an earlier one; undefined where it does not begin like that one. Comparing half a
 * megabyte takes microseconds, cutting it milliseconds.
 */
export function cutAddition(body: string, { text, before }: KnownBeginning): CutBody | undefined {
  if (!body.startsWith(text)) return undefined;
  if (body[text.length] === "]") return { before, blocks: [], after: body.slice(text.length) };
  return body[text.length] === "," ? cutList(body, before, text.length + 1) : undefined;
}

/**
 * Cuts the text of a JSON object at the array of a top-level key, without parsing and writing it again: that could change bytes.
 * Undefined where there is no such array. Characters inside strings are skipped by search, so a body of megabytes takes
 * milliseconds.
 */
export function cutBody(body: string, listKey: string): CutBody | undefined {
  const start = findList(body, listKey);
  return start === undefined ? undefined : cutList(body, body.slice(0, start), start);
}

/** @param start position of the first element that is cut */
function cutList(body: string, before: string, start: number): CutBody | undefined {
  const blocks: string[] = [];
  for (let from = start; ; ) {
    const end = endOfValue(body, from);
    const block = body.slice(from, end);
    if (body[end] === ",") {
      blocks.push(block);
      from = end + 1;
    } else if (body[end] !== "]") {
      return undefined;
    } else if (blocks.length === 0 && block.trim() === "") {
      return { before: body.slice(0, end), blocks, after: body.slice(end) };
    } else {
      blocks.push(block);
      return { before, blocks, after: body.slice(end) };
    }
  }
}

export function joinBody({ before, blocks, after }: CutBody): string {
  return before + blocks.join(",") + after;
}

/** Position after the `[` of the list. */
function findList(body: string, listKey: string): number | undefined {
  let at = skipSpace(body, 0);
  if (body[at] !== "{") return undefined;
  do {
    const keyStart = skipSpace(body, at + 1);
    if (body[keyStart] !== '"') return undefined;
    const keyEnd = endOfString(body, keyStart);
    const colon = skipSpace(body, keyEnd);
    if (body[colon] !== ":") return undefined;
    const value = skipSpace(body, colon + 1);
    if (body[value] === "[" && body.slice(keyStart, keyEnd) === `"${listKey}"`) return value + 1;
    at = endOfValue(body, value);
  } while (body[at] === ",");
  return undefined;
}

function skipSpace(body: string, from: number): number {
  let at = from;
  while (body[at] === " " || body[at] === "\n" || body[at] === "\r" || body[at] === "\t") at += 1;
  return at;
}

/** Position of the comma or closing bracket that ends the value, or the text's length. */
function endOfValue(body: string, from: number): number {
  let depth = 0;
  for (let at = from; at < body.length; at += 1) {
    const character = body[at];
    if (character === '"') at = endOfString(body, at) - 1;
    else if (character === "[" || character === "{") depth += 1;
    else if (depth === 0 && (character === "," || character === "]" || character === "}")) return at;
    else if (character === "]" || character === "}") depth -= 1;
  }
  return body.length;
}

/** Position after the closing quote, or the text's length. A quote after an odd number of backslashes does not close. */
function endOfString(body: string, openingQuote: number): number {
  for (let at = body.indexOf('"', openingQuote + 1); at !== -1; at = body.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (body[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return body.length;
}
