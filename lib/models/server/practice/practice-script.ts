import type { ParsedRequest, Reply } from "../types.ts";
import { detectIntent, type Intent } from "./detect-intent.ts";
import { detectLanguage } from "./detect-language.ts";
import { findTask, type Task } from "./find-task.ts";
import { handOver } from "./hand-over.ts";
import { readAll } from "./read-all.ts";
import { readOne } from "./read-one.ts";
import { runCommand } from "./run-command.ts";
import { summarizeVisible } from "./summarize-visible.ts";
import { fill, WORDS, type Words } from "./words.ts";
import { writeFile } from "./write-file.ts";

/** Tools that a recipe is nicer with but does not need. */
const OPTIONAL_TOOLS = ["update_plan"];

/**
 * The practice model: a few honest recipes on real files. It keeps nothing between requests; everything is decided from the
 * conversation that it is sent, also when old results were cleared and old rounds left out.
 */
export function practiceScript(request: ParsedRequest): Reply {
  const summary = summarizeVisible(request);
  if (summary) return summary;
  const task = findTask(request.messages, (text) => detectIntent(text) !== undefined);
  const words = WORDS[detectLanguage(task.request)];
  const intent = detectIntent(task.request);
  if (!intent) return { text: words.introduction };
  const reply = follow(intent, task, words);
  const offered = (name: string) => request.tools.includes(name);
  const missing = reply.calls?.find(({ name }) => !offered(name) && !OPTIONAL_TOOLS.includes(name));
  if (missing) return { text: fill(words.missingTool, { name: missing.name }) };
  return { ...reply, calls: (reply.calls ?? []).filter(({ name }) => offered(name)) };
}

function follow(intent: Intent, task: Task, words: Words): Reply {
  switch (intent.kind) {
    case "read-all":
      return readAll(task, intent.target, words);
    case "hand-over":
      return handOver(task, intent.target, words);
    case "read-one":
      return readOne(task, intent.path, words);
    case "run":
      return runCommand(task, intent.command, words);
    case "write":
      return writeFile(task, intent.path, intent.content, words);
  }
}
