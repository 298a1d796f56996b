import type { Target } from "./detect-intent.ts";
import type { Task } from "./find-task.ts";
import { isFailure, isPreview } from "./reading.ts";

/** `cut`: there are more files than the tool named. */
export interface FileList {
  paths: string[];
  cut: boolean;
}

/** The newest visible answer of find_files to this question, in a fixed order; undefined when there is none (any more). */
export function findList(task: Task, pattern: string, path: string, report: string): FileList | undefined {
  for (const step of task.steps.toReversed()) {
    for (const call of step.calls) {
      const asked = call.name === "find_files" && call.input.pattern === pattern && call.input.path === path;
      if (asked && call.output !== undefined) return parseList(call.output, path, report);
    }
  }
  return undefined;
}

/** What to ask find_files: the target, or the whole workspace when the guessed folder turned out to be empty. */
export function chooseQuestion(task: Task, target: Target): { pattern: string; path: string } {
  const { pattern, path, report, guessed } = target;
  const everything = { pattern: "**/*", path: "/workspace" };
  const empty = guessed && findList(task, pattern, path, report)?.paths.length === 0;
  const fellBack = guessed && findList(task, everything.pattern, everything.path, report) !== undefined;
  return empty || fellBack ? everything : { pattern, path };
}

function parseList(output: string, folder: string, report: string): FileList {
  if (isFailure(output)) return { paths: [], cut: false };
  const lines = output.split("\n").map((line) => line.trim());
  const paths = lines
    .filter((line) => line.startsWith("/") || /^[^\s([]\S*\.\S+$/.test(line))
    .map((line) => (line.startsWith("/") ? line : `${folder}/${line}`))
    .filter((path) => path !== report && !path.endsWith("/") && !path.startsWith("/tool_results/"));
  const cut = isPreview(output) || lines.some((line) => /^[([].*\b(?:more|rest)\b/i.test(line));
  return { paths: [...new Set(paths)].sort(), cut };
}
