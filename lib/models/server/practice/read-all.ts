import type { Reply, ReplyCall } from "../types.ts";
import type { Target } from "./detect-intent.ts";
import { chooseQuestion, type FileList, findList } from "./find-list.ts";
import type { Task } from "./find-task.ts";
import { foldReading, planReads, type Reading, shortPath, writeNote } from "./reading.ts";
import { findProgress, type Progress, writeEntry, writeProgressLine } from "./report-progress.ts";
import { fill, type Words } from "./words.ts";

const WIDEST = 2;

/**
 * Reads every file to its end and enters each, in order, in a report on disk. The report is the memory: when the beginning of
 * the work is no longer visible, its last lines say where to go on, and the list of files is simply asked for again.
 */
export function readAll(task: Task, target: Target, words: Words): Reply {
  const question = chooseQuestion(task, target);
  const list = findList(task, question.pattern, question.path, target.report);
  if (!list) {
    const first = task.steps.length === 0 && !task.summarized;
    return { text: first ? words.listing : words.listingAgain, calls: [{ name: "find_files", arguments: question }] };
  }
  if (list.paths.length === 0) return { text: fill(words.noFiles, { path: question.path }) };

  const state = findProgress(task, target.report, words);
  if (state === "absent") return nextStep(task, list, undefined, target, words);
  if ("look" in state) {
    const look = { path: target.report, offset: state.look };
    return { text: words.checkingReport, calls: [{ name: "read_file", arguments: look }] };
  }
  if (state.known.complete) return finalAnswer(state.known, list, target, words);
  return nextStep(task, list, state.known, target, words);
}

function nextStep(task: Task, list: FileList, progress: Progress | undefined, target: Target, words: Words): Reply {
  const total = list.paths.length;
  const remaining = list.paths.slice(progress ? positionAfter(list.paths, progress) : 0);
  const known = remaining.map((path) => ({ path, reading: foldReading(task, path) }));
  const firstOpen = known.findIndex(({ reading }) => !reading.complete);
  const finished = firstOpen < 0 ? known : known.slice(0, firstOpen);
  const plan = planReads(task, WIDEST);
  const open = known.filter(({ reading }) => !reading.complete).slice(0, plan.width);

  const calls: ReplyCall[] = [];
  if (!progress) calls.push(beginReport(target, words, total));
  else if (finished.length > 0 || remaining.length === 0) {
    calls.push(enter(finished, progress, target, words, { total, complete: finished.length === remaining.length }));
  }
  for (const { path, reading } of open) {
    const limit = reading.lines === 0 ? plan.firstLimit : plan.limit;
    calls.push({ name: "read_file", arguments: { path, offset: reading.lines + 1, limit } });
  }
  const notes = known.filter(({ reading }) => reading.complete || reading.lines > 0);
  const count = Math.min(total, total - remaining.length + finished.length + 1);
  const opening = open.length > 0 ? fill(words.reading, { count, total }) : "";
  const lines = notes.map(({ path, reading }) => writeNote(path, reading));
  return { text: [opening, ...lines].filter(Boolean).join("\n"), calls };
}

function beginReport(target: Target, words: Words, total: number): ReplyCall {
  const line = writeProgressLine(words, { files: 0, total, lines: 0, complete: false });
  return { name: "write_file", arguments: { path: target.report, content: `# ${words.reportTitle}\n\n${line}\n` } };
}

/** Puts the finished files before the last line and brings that line up to date, in one small edit. */
function enter(
  finished: { path: string; reading: Reading }[],
  progress: Progress,
  target: Target,
  words: Words,
  { total, complete }: { total: number; complete: boolean },
): ReplyCall {
  const files = progress.files + finished.length;
  const lines = finished.reduce((sum, { reading }) => sum + reading.lines, progress.lines);
  const entries = finished.map(({ path, reading }) => writeEntry(path, reading, words));
  const line = writeProgressLine(words, { files, total, lines, complete });
  // The blank line above the last line stays below the entries, so that these form one list.
  const lead = progress.files === 0 || entries.length === 0 ? "" : "\n";
  const new_text = entries.length === 0 ? line : [...entries, "", line].join("\n");
  return { name: "edit_file", arguments: { path: target.report, old_text: `${lead}${progress.line}`, new_text } };
}

function positionAfter(paths: string[], { files, last }: Progress): number {
  // The files are entered in the order of the list, so their number is the position.
  if (last === undefined) return files;
  const index = paths.findIndex((path) => shortPath(path) === last);
  if (index >= 0) return index + 1;
  // The file is gone meanwhile: go on with the first that comes after it.
  const next = paths.findIndex((path) => shortPath(path) > last);
  return next < 0 ? paths.length : next;
}

function finalAnswer(progress: Progress, list: FileList, target: Target, words: Words): Reply {
  const done = fill(words.readAllDone, {
    count: progress.files,
    lines: progress.lines,
    report: shortPath(target.report),
  });
  return { text: list.cut ? `${done}\n\n${words.listWasCut}` : done };
}
