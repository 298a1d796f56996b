import { decodeText, showNul, type TextEncoding } from "./text-encoding.ts";

/** Characters of one line that are shown; the middle of a longer one is left out. */
const MAX_LINE_CHARACTERS = 2000;

const SIDE_CHARACTERS = MAX_LINE_CHARACTERS / 2;
/** Enough bytes for the characters of one side, whatever they are. Even, so that pairs of bytes stay together. */
const SIDE_BYTES = SIDE_CHARACTERS * 4;

export interface ShownLine {
  text: string;
  cut: boolean;
}

/** Collects one line of any length and keeps only what is shown of it: its first and its last bytes. */
export interface LineBuffer {
  push(piece: Uint8Array): void;
  /** Gives the line, without its line end, and starts the next one at byte `nextStart` of the file. */
  take(nextStart: number): ShownLine;
}

export function createLineBuffer(encoding: TextEncoding, firstStart: number): LineBuffer {
  let start = firstStart;
  let length = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    push(piece) {
      length += piece.length;
      const forHead = piece.subarray(0, 2 * SIDE_BYTES - head.length);
      if (forHead.length > 0) head = Buffer.concat([head, forHead]);
      const rest = piece.subarray(forHead.length);
      if (rest.length > 0) tail = Buffer.concat([tail, rest]).subarray(-SIDE_BYTES);
    },
    take(nextStart) {
      const line = showLine({ start, length, head, tail, encoding });
      start = nextStart;
      length = 0;
      head = Buffer.alloc(0);
      tail = Buffer.alloc(0);
      return line;
    },
  };
}

interface CollectedLine {
  start: number;
  length: number;
  head: Buffer;
  tail: Buffer;
  encoding: TextEncoding;
}

function showLine({ start, length, head, tail, encoding }: CollectedLine): ShownLine {
  const complete = head.length + tail.length === length;
  const text = decodeText(complete ? Buffer.concat([head, tail]) : head, encoding);
  if (complete && text.length <= MAX_LINE_CHARACTERS + 1) {
    const shown = withoutReturn(text);
    if (shown.length <= MAX_LINE_CHARACTERS) return { text: showNul(shown), cut: false };
  }
  const first = wholeStart(text);
  const last = wholeEnd(complete ? text : decodeText(tail, encoding).replace(/^\uFFFD+/, ""));
  const from = start + byteLength(first, encoding);
  const to = start + length - byteLength(last, encoding);
  const notice = ` …[${to - from} bytes of this line are left out; read bytes ${from} to ${to} to see them]… `;
  return { text: showNul(first + notice + withoutReturn(last)), cut: true };
}

function wholeStart(text: string): string {
  const end = isHighSurrogate(text, SIDE_CHARACTERS - 1) ? SIDE_CHARACTERS - 1 : SIDE_CHARACTERS;
  return text.slice(0, end);
}

function wholeEnd(text: string): string {
  const start = Math.max(0, text.length - SIDE_CHARACTERS);
  return text.slice(start > 0 && isHighSurrogate(text, start - 1) ? start + 1 : start);
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

function byteLength(text: string, encoding: TextEncoding): number {
  return encoding === "utf-8" ? Buffer.byteLength(text) : text.length * 2;
}
