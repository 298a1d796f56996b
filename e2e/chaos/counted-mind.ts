import type { ParsedRequest, Reply } from "#lib/models/server/index.ts";
import { call, isSubagent, newestTask, type PastCall, pastCalls } from "../support/minds.ts";
import { answerOf, type Effect, effectsOf, helpersOf, type Step, stepsOfHelper, stepsOfTurn } from "./counted-turns.ts";

const AGAIN = ", again: look at what is there first";

/**
 * The model's mind: goes through the steps of its task and answers at length. Like a sensible agent it looks into the file when
 * the outcome of a call is not known, repeats only what is missing there, and hands on anew what a helper did not finish.
 */
export function countedMind(request: ParsedRequest): Reply {
  const task = newestTask(request);
  const name = task.replace(AGAIN, "");
  const past = pastCalls(request);
  const steps = isSubagent(request) ? stepsOfHelper(name) : stepsOfTurn(name);
  const { done, unsure } = whatIsDone(effectsOf(steps), past, task.endsWith(AGAIN));
  const [first] = unsure;
  const reply = first ? call("read_file", { path: pathOf(first) }) : nextStep(steps, done, past, name);
  return reply
    ? { text: `${name}, after ${past.length} calls: дальше, 続く. `.repeat(4), ...reply }
    : { text: answerOf(name) };
}

function whatIsDone(effects: Effect[], past: PastCall[], isAgain: boolean) {
  const done = new Set<Effect>();
  const unsure = new Set<Effect>(isAgain ? effects : []);
  for (const { name, input, output } of past) {
    for (const effect of effects) {
      if (name === "read_file" && input.path === pathOf(effect)) {
        unsure.delete(effect);
        if (output.split("\n").includes(effect.line)) done.add(effect);
      } else if (isCallOf(effect, name, input)) {
        (/Interrupted by a restart/.test(output) ? unsure : done).add(effect);
      }
    }
  }
  return { done, unsure };
}

function nextStep(steps: Step[], done: ReadonlySet<Effect>, past: PastCall[], task: string): Reply | undefined {
  for (const step of steps) {
    const calls =
      step === "helpers" ? helperCalls(past, task) : step.flatMap((one) => (done.has(one) ? [] : [one.call]));
    if (calls.length > 0) return { calls };
  }
  return undefined;
}

function helperCalls(past: PastCall[], task: string) {
  return helpersOf(task).flatMap((helper) => {
    const asked = past.filter(({ name, input }) => name === "run_subagent" && input.title === helper);
    if (asked.some(({ output }) => !/did not give a complete answer/.test(output))) return [];
    return [{ name: "run_subagent", arguments: { title: helper, task: asked.length > 0 ? helper + AGAIN : helper } }];
  });
}

const pathOf = ({ file }: Effect) => `/workspace/${file}`;

const isCallOf = ({ call: own }: Effect, name: string, input: PastCall["input"]) =>
  name === own.name && JSON.stringify(input) === JSON.stringify(own.arguments);
