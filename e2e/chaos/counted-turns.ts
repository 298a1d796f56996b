import type { ParsedRequest, Reply } from "#lib/models/server/index.ts";
import { isSubagent, newestTask, pastCalls, writeNumbers } from "../support/minds.ts";

const MAIN_LINES = 6;
const BEFORE_HELPERS = 3;
const HELPER_LINES = 4;
const HELPERS = ["a", "b"];
const SENTENCES = 40;

/** Lines that a turn leaves in the counted files of the workspace. */
export const LINES_PER_TURN = MAIN_LINES + HELPERS.length * HELPER_LINES;

export const taskOf = (turn: number): string => `turn-${turn}`;

/** The counted files of a turn, with the number of the lines that each must have: 1 to this number, each once. */
export function countedFiles(turn: number): { name: string; lines: number }[] {
  return [
    { name: `${taskOf(turn)}.log`, lines: MAIN_LINES },
    ...HELPERS.map((helper) => ({ name: `${taskOf(turn)}-${helper}.log`, lines: HELPER_LINES })),
  ];
}

/** A long last answer in which a doubled or a lost piece would be seen. */
export function answerOf(task: string): string {
  return Array.from({ length: SENTENCES }, (_, index) => `${task}, sentence ${index + 1}: история, 故事, story.`).join(
    " ",
  );
}

/**
 * The model's mind: some counted commands, two subagents with counted commands of their own, some more commands, a long answer.
 * Some commands last before their effect and some after it, so that a kill meets both.
 */
export function countedMind(request: ParsedRequest): Reply {
  const task = newestTask(request);
  const file = `${task}.log`;
  const command = (n: number) => (n % 2 ? `sleep 0.1; echo ${n} >> ${file}` : `echo ${n} >> ${file}; sleep 0.1`);
  if (isSubagent(request)) return writeNumbers(request, file, HELPER_LINES, command) ?? { text: answerOf(task) };
  const isHelped = pastCalls(request).some(({ name }) => name === "run_subagent");
  const next = writeNumbers(request, file, isHelped ? MAIN_LINES : BEFORE_HELPERS, command);
  if (next) return next;
  if (isHelped) return { text: answerOf(task) };
  const tasks = HELPERS.map((helper) => `${task}-${helper}`);
  return { calls: tasks.map((part) => ({ name: "run_subagent", arguments: { title: part, task: part } })) };
}
