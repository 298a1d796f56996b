import type { Reply } from "../types.ts";
import type { Task } from "./find-task.ts";
import { isFailure, shortPath } from "./reading.ts";
import { fence } from "./run-command.ts";
import { fill, type Words } from "./words.ts";

/** Writes the given text to a file, once, and says how it went. */
export function writeFile(task: Task, path: string, content: string, words: Words): Reply {
  const call = task.steps
    .flatMap((step) => step.calls)
    .findLast(({ name, input }) => name === "write_file" && input.path === path);
  if (!call) return { text: words.writing, calls: [{ name: "write_file", arguments: { path, content } }] };
  if (call.output !== undefined && isFailure(call.output)) return { text: `${words.failed}\n\n${fence(call.output)}` };
  return { text: fill(words.writeDone, { path: shortPath(path), count: [...content].length }) };
}
