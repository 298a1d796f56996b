import type { Task, TaskCall } from "./find-task.ts";

/** What is known of one file, from the visible results and from the notes that the practice model keeps in its own words. */
export interface Reading {
  title: string;
  firstLine: string;
  /** Lines read so far, from the beginning. */
  lines: number;
  complete: boolean;
  /** Why the file could not be read. */
  failure?: string;
}

const ROOT_PREFIX = /^\/workspace\//;
const TITLE_LENGTH = 48;
const FIRST_LINE_LENGTH = 60;
const FAILURE_LENGTH = 80;
const SHORTEST_LIMIT = 5;
const LONGEST_LIMIT = 200;

const MARKER = /^\[(?:lines?|bytes?) ([\d,]+)(?:\s?[–-]\s?([\d,]+))? of ([\d,]+)(.*)\]$/i;
const GO_ON = /offset[ =:]*(\d+)/i;
const FAILURE =
  /^(?:there is no(?:thing)?\b|error\b|no such |not found|cannot |could not |failed\b|stopped by )|\b(?:the text was not found|does not exist|cannot be (?:read|reached|written|followed|shown)|is (?:a folder|binary)|is not (?:an ordinary|a text|valid)|leads out of|outside the workspace|goes through a symbolic link|so there is nothing at|was changed by something else|is on a read-only|the operation on .* failed|does not permit)/i;
const LONG_LINES = /^\[.*\b(?:long lines|by: bytes)\b.*\]$/i;
const LONGEST_FAILURE = 600;
const NOTE = /^- (✓|…|✗) (.+?) — (?:(\d+) — “(.*?)” — “(.*)”|(.*))$/;

export function shortPath(path: string): string {
  return path.replace(ROOT_PREFIX, "");
}

/** A result that was too large to be sent whole names the path where the whole is. */
export function isPreview(output: string): boolean {
  return /\/(?:large_)?tool_results\/[\w-]+/.test(output);
}

export function isFailure(output: string): boolean {
  return output.length <= LONGEST_FAILURE && !output.trim().includes("\n") && FAILURE.test(output.trim());
}

/**
 * Folds the visible steps into what is known of a file. A result counts when it goes on where the one before ended; a note
 * counts like the result that it was made from, so that progress outlives the clearing of results.
 */
export function foldReading(task: Task, path: string): Reading {
  let reading: Reading = { title: "", firstLine: "", lines: 0, complete: false };
  for (const step of task.steps) {
    for (const line of step.text.split("\n")) reading = parseNote(line, path) ?? reading;
    for (const call of step.calls) {
      if (call.name === "read_file" && call.input.path === path) reading = readResult(reading, call);
    }
  }
  return reading;
}

/** A line that people can read and that `foldReading` understands. */
export function writeNote(path: string, reading: Reading): string {
  const name = shortPath(path);
  if (reading.failure) return `- ✗ ${name} — ${reading.failure}`;
  return `- ${reading.complete ? "✓" : "…"} ${name} — ${reading.lines} — “${reading.title}” — “${reading.firstLine}”`;
}

function parseNote(line: string, path: string): Reading | undefined {
  const found = NOTE.exec(line);
  if (!found || found[2] !== shortPath(path)) return undefined;
  const [, mark, , lines = "0", title = "", firstLine = "", failure = ""] = found;
  const known = { title, firstLine, lines: Number(lines), complete: mark !== "…" };
  return mark === "✗" ? { ...known, failure } : known;
}

function readResult(reading: Reading, call: TaskCall): Reading {
  const offset = numberOf(call.input.offset) ?? 1;
  const limit = numberOf(call.input.limit) ?? LONGEST_LIMIT;
  const { output } = call;
  if (output === undefined || offset !== reading.lines + 1 || reading.complete) return reading;
  // A part after the end is refused; the parts before it were read.
  if (isFailure(output)) {
    return { ...reading, complete: true, ...(reading.lines === 0 && { failure: clip(output, FAILURE_LENGTH) }) };
  }
  const preview = isPreview(output);
  if (preview && limit > SHORTEST_LIMIT) return reading;
  const { content, end, more } = splitMarker(output, offset, preview ? limit : undefined);
  const beginning = offset === 1 ? readBeginning(content) : {};
  return { ...reading, ...beginning, lines: Math.max(reading.lines, end), complete: !more };
}

/** The text without the last line in brackets, the last line that was read, and whether more follows. */
function splitMarker(
  output: string,
  offset: number,
  assumedLines: number | undefined,
): { content: string[]; end: number; more: boolean } {
  const lines = output.split("\n");
  const last = lines.at(-1)?.trim() ?? "";
  const marker = MARKER.exec(last);
  const next = findNextOffset(output);
  if (marker || next !== undefined) lines.pop();
  if (LONG_LINES.test(lines.at(-1) ?? "")) lines.pop();
  if (next !== undefined) return { content: lines, end: next - 1, more: true };
  if (marker) return { content: lines, end: Number((marker[2] ?? marker[1] ?? "").replaceAll(",", "")), more: false };
  if (/^\((?:no output|empty file|the file is empty)/i.test(output))
    return { content: [], end: offset - 1, more: false };
  // A preview that shows no position: the few lines asked for were too long to be sent whole.
  if (assumedLines !== undefined) return { content: lines, end: offset + assumedLines - 1, more: true };
  return { content: lines, end: offset + lines.length - 1, more: false };
}

/** Where a result says in its last line to go on. */
export function findNextOffset(output: string): number | undefined {
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  const next = last.startsWith("[") ? GO_ON.exec(last)?.[1] : undefined;
  return next === undefined ? undefined : Number(next);
}

function readBeginning(content: string[]): Pick<Reading, "title" | "firstLine"> {
  const written = content.map((line) => line.trim()).filter((line) => line !== "");
  const heading = written.findIndex((line) => /^#+\s/.test(line));
  const titleIndex = heading >= 0 && heading < 3 ? heading : 0;
  const title = written[titleIndex]?.replace(/^#+\s+/, "") ?? "";
  const after = written.slice(titleIndex + 1);
  const firstLine = after.find((line) => !line.startsWith("#")) ?? after[0] ?? "";
  return { title: clip(title, TITLE_LENGTH), firstLine: clip(firstLine, FIRST_LINE_LENGTH) };
}

/** On one line, at most `length` code points, without the marks that the notes are made of. */
export function clip(text: string, length: number): string {
  const points = [...text.replace(/\s+/g, " ").replace(/[“”]/g, '"').replaceAll(" — ", " – ").trim()];
  return points.length > length ? `${points.slice(0, length - 1).join("")}…` : points.join("");
}

export interface ReadPlan {
  /** Lines of the next part of a file that was begun. */
  limit: number;
  /** Lines of the first part of a file: files differ, so a new one gets the chance of longer parts. */
  firstLimit: number;
  /** How many files to read in one step. */
  width: number;
}

/**
 * How much to read next, learnt from the newest step that read: a result that came as a preview or was cleared before it was
 * seen was too much, so fewer files at once and then shorter parts.
 */
export function planReads(task: Task, widest: number): ReadPlan {
  const parts = task.steps.findLast(({ calls }) => calls.some(isPart))?.calls.filter(isPart) ?? [];
  if (parts.length === 0) return { limit: LONGEST_LIMIT, firstLimit: LONGEST_LIMIT, width: widest };
  const limit = Math.min(...parts.map((call) => numberOf(call.input.limit) ?? LONGEST_LIMIT));
  const tooMuch = parts.some((call) => (call.output === undefined ? !wasSeen(task, call) : isPreview(call.output)));
  if (!tooMuch) {
    return { limit, firstLimit: Math.min(LONGEST_LIMIT, limit * 4), width: Math.min(widest, parts.length) };
  }
  const shorter = parts.length > 1 ? limit : Math.max(SHORTEST_LIMIT, Math.floor(limit / 2));
  return { limit: shorter, firstLimit: shorter, width: 1 };
}

/** A cleared part that was seen has its note in the step after it. */
function wasSeen(task: Task, call: TaskCall): boolean {
  const { lines, complete } = foldReading(task, String(call.input.path));
  return complete || lines >= (numberOf(call.input.offset) ?? 1);
}

/** Parts are asked for with a limit; a look at the report is not. */
function isPart(call: TaskCall): boolean {
  return call.name === "read_file" && call.input.limit !== undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
