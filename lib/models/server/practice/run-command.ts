import type { Reply } from "../types.ts";
import type { Task } from "./find-task.ts";
import { fill, type Words } from "./words.ts";

const LONGEST_OUTPUT = 4000;

/** Runs one command once and shows what it printed. */
export function runCommand(task: Task, command: string, words: Words): Reply {
  const call = task.steps
    .flatMap((step) => step.calls)
    .findLast(({ name, input }) => name === "run_command" && input.command === command);
  if (!call) return { text: words.running, calls: [{ name: "run_command", arguments: { command } }] };
  const output = call.output ?? "…";
  const shown = output.length > LONGEST_OUTPUT ? `${output.slice(0, LONGEST_OUTPUT).toWellFormed()}\n…` : output;
  return { text: `${fill(words.commandDone, { command })}\n\n${fence(shown)}` };
}

/** A Markdown code block whose fence does not occur in the text. */
export function fence(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}\n${text.replace(/\n$/, "")}\n${mark}`;
}
