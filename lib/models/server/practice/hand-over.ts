import type { Reply, ReplyCall } from "../types.ts";
import type { Target } from "./detect-intent.ts";
import { chooseQuestion, findList } from "./find-list.ts";
import type { Task } from "./find-task.ts";
import { clip, shortPath } from "./reading.ts";
import { fill, type Words } from "./words.ts";

const BATCH = 8;
const SUBAGENTS_PER_RUN = 64;
const REPORT_LENGTH = 160;
const REPORT_NOTE = /^- (.+?) — (.+)$/;

/** Hands every file to a subagent, eight at a time. What came back is repeated in each step's text, so the last step has all. */
export function handOver(task: Task, target: Target, words: Words): Reply {
  const question = chooseQuestion(task, target);
  const list = findList(task, question.pattern, question.path, target.report);
  if (!list) {
    const first = task.steps.length === 0 && !task.summarized;
    return { text: first ? words.listing : words.listingAgain, calls: [{ name: "find_files", arguments: question }] };
  }
  if (list.paths.length === 0) return { text: fill(words.noFiles, { path: question.path }) };

  const paths = list.paths.slice(0, SUBAGENTS_PER_RUN);
  const reports = collectReports(task);
  const lines = paths.filter((path) => reports.has(path)).map((path) => `- ${shortPath(path)} — ${reports.get(path)}`);
  const open = paths.filter((path) => !reports.has(path));
  if (open.length === 0) {
    if (!isPlanDone(task)) return { text: lines.join("\n"), calls: [planCall(paths.length, paths.length + 1, words)] };
    const missing = [
      ...(list.paths.length > paths.length ? [fill(words.subagentLimit, { total: list.paths.length })] : []),
      ...(list.cut ? [words.listWasCut] : []),
    ];
    const done = fill(words.handOverDone, { count: paths.length });
    return { text: [done, lines.join("\n"), ...missing].join("\n\n") };
  }

  const batch = open.slice(0, BATCH);
  const from = paths.length - open.length + 1;
  const opening = fill(words.handingOver, { from, to: from + batch.length - 1, total: paths.length });
  return {
    text: [opening, ...lines].join("\n"),
    calls: [planCall(paths.length, from, words), ...batch.map(subagentCall)],
  };
}

function subagentCall(path: string): ReplyCall {
  const task = `Read the file \`${path}\` whole and report its title, number of lines and first sentence.`;
  return { name: "run_subagent", arguments: { title: shortPath(path), task } };
}

/** Reports by path. One that was cleared before it was seen is said to be missing rather than asked for again. */
function collectReports(task: Task): Map<string, string> {
  const reports = new Map<string, string>();
  for (const step of task.steps) {
    for (const line of step.text.split("\n")) {
      const [, name, report] = REPORT_NOTE.exec(line) ?? [];
      if (name && report) reports.set(absolute(name), report);
    }
    for (const { name, input, output } of step.calls) {
      if (name !== "run_subagent" || typeof input.title !== "string") continue;
      const path = absolute(input.title);
      if (output !== undefined) reports.set(path, clip(output.replace(/^Title:\s*/i, ""), REPORT_LENGTH));
      else if (!reports.has(path)) reports.set(path, "…");
    }
  }
  return reports;
}

function absolute(name: string): string {
  return name.startsWith("/") ? name : `/workspace/${name}`;
}

/** The person sees the plan: it must not end with a part that looks unfinished. */
function isPlanDone(task: Task): boolean {
  const plan = task.steps.at(-1)?.calls.find((call) => call.name === "update_plan")?.input.steps;
  return Array.isArray(plan) && plan.every((step) => step?.status === "done");
}

function planCall(total: number, from: number, words: Words): ReplyCall {
  const starts = Array.from({ length: Math.ceil(total / BATCH) }, (_, index) => index * BATCH + 1);
  const steps = starts.map((start) => {
    const end = Math.min(total, start + BATCH - 1);
    const status = end < from ? "done" : start <= from ? "in_progress" : "pending";
    return { title: fill(words.handingOver, { from: start, to: end, total }), status };
  });
  return { name: "update_plan", arguments: { steps } };
}
