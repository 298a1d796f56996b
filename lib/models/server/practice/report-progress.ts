import type { Task, TaskCall } from "./find-task.ts";
import { findNextOffset, isFailure, type Reading, shortPath } from "./reading.ts";
import { fill, type Words } from "./words.ts";

/** How far the report on disk is. Its last line says so, and every edit replaces that line. */
export interface Progress {
  /** The last line as it is in the file. */
  line: string;
  files: number;
  lines: number;
  /** Short path of the last file in the report, when it is visible. */
  last?: string;
  complete: boolean;
}

const PROGRESS_LINE = /^_([^:]+): (\d+)\/\d+ [^,]+, (\d+) [^_]+_$/;
const ENTRY = /^- (.+?) — /;

/** `look`: what is in the report is not visible (any more); read it from this line on. `absent`: it has not been begun. */
export type ProgressState = { known: Progress } | { look: number } | "absent";

/** The newest visible call on the report decides. */
export function findProgress(task: Task, report: string, words: Words): ProgressState {
  for (const step of task.steps.toReversed()) {
    for (const call of step.calls.toReversed()) {
      const found = call.input.path === report ? stateAfter(call, words) : undefined;
      if (found) return found;
    }
  }
  // When the very first step is still visible, nothing was done to the report; what is on the disk is from an earlier task.
  return task.steps[0]?.text === words.listing ? "absent" : { look: 1 };
}

function stateAfter({ name, input, output }: TaskCall, words: Words): ProgressState | undefined {
  if (name === "read_file") return output === undefined ? { look: 1 } : stateFrom(output, words);
  if (name !== "write_file" && name !== "edit_file") return undefined;
  // A change that failed or whose result is cleared leaves it open what is in the file.
  if (output === undefined || isFailure(output) || /\bnot found\b|\boccurs\b/i.test(output)) return { look: 1 };
  const written = name === "write_file" ? input.content : input.new_text;
  const known = parseProgress(typeof written === "string" ? written : "", words);
  return known ? { known } : { look: 1 };
}

function stateFrom(shown: string, words: Words): ProgressState {
  const known = parseProgress(shown, words);
  if (known) return { known };
  const next = findNextOffset(shown);
  return next === undefined ? "absent" : { look: next };
}

function parseProgress(text: string, words: Words): Progress | undefined {
  const lines = text.split("\n");
  const line = lines.findLast((candidate) => PROGRESS_LINE.test(candidate));
  const found = PROGRESS_LINE.exec(line ?? "");
  if (!line || !found) return undefined;
  const last = lines.map((candidate) => ENTRY.exec(candidate)?.[1]).findLast(Boolean);
  const [, state = "", files = "0", total = "0"] = found;
  const progress = { line, files: Number(files), lines: Number(total), complete: state === words.complete };
  return last === undefined ? progress : { ...progress, last };
}

export function writeProgressLine(
  words: Words,
  counts: { files: number; total: number; lines: number; complete: boolean },
): string {
  const state = counts.complete ? words.complete : words.inProgress;
  return fill(`_${state}: {files}/{total} ${words.files}, {lines} ${words.lines}_`, { ...counts, complete: "" });
}

export function writeEntry(path: string, reading: Reading, words: Words): string {
  const name = shortPath(path);
  if (reading.failure) return `- ${name} — ${words.unreadable}: ${reading.failure}`;
  return `- ${name} — **${reading.title}** — ${reading.lines} ${words.lines} — ${words.firstLine}: “${reading.firstLine}”`;
}
