import type { ReplyCall } from "#lib/models/server/index.ts";

/** A call that leaves one line of its own in a file: done once, the line is there once. */
export interface Effect {
  file: string;
  line: string;
  call: ReplyCall;
}

/** What one answer of the model asks for: effects side by side, or the helpers. */
export type Step = Effect[] | "helpers";

const HELPERS = ["a", "b"];
const SENTENCES = 40;

export const taskOf = (turn: number): string => `turn-${turn}`;

export const helpersOf = (task: string): string[] => HELPERS.map((helper) => `${task}-${helper}`);

/** What the main agent does: some effects, two subagents with effects of their own, some more effects. */
export const stepsOfTurn = (task: string): Step[] => [
  [append(task, 1), append(task, 2)],
  [note(task, 1)],
  [append(task, 3)],
  "helpers",
  [append(task, 4)],
  [note(task, 2), append(task, 5)],
  [append(task, 6)],
];

export const stepsOfHelper = (task: string): Step[] => [
  [append(task, 1)],
  [append(task, 2), note(task, 1)],
  [append(task, 3)],
];

export const effectsOf = (steps: Step[]): Effect[] => steps.flatMap((step) => (step === "helpers" ? [] : step));

/** The lines that every file of a turn must have in the end, each once. */
export function linesOfTurn(turn: number): Map<string, string[]> {
  const task = taskOf(turn);
  const effects = [stepsOfTurn(task), ...helpersOf(task).map(stepsOfHelper)].flatMap(effectsOf);
  const files = new Map<string, string[]>();
  for (const { file, line } of effects) files.set(file, [...(files.get(file) ?? []), line]);
  return files;
}

/** A long last answer in which a doubled or a lost piece would be seen. */
export function answerOf(task: string): string {
  return Array.from({ length: SENTENCES }, (_, index) => `${task}, sentence ${index + 1}: история, 故事, story.`).join(
    " ",
  );
}

/** Some commands last before their effect and some after it, so that a kill meets both. */
function append(task: string, n: number): Effect {
  const file = `${task}.log`;
  const line = `${task}-line-${n}`;
  const command = n % 2 ? `sleep 0.1; echo ${line} >> ${file}` : `echo ${line} >> ${file}; sleep 0.1`;
  return { file, line, call: { name: "run_command", arguments: { command } } };
}

function note(task: string, n: number): Effect {
  const file = `${task}-note-${n}.txt`;
  const line = `${task}-note-${n}: примечание, 注記`;
  return { file, line, call: { name: "write_file", arguments: { path: `/workspace/${file}`, content: `${line}\n` } } };
}
