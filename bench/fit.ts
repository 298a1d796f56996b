/**
 * What fitting costs per step of a long conversation, in milliseconds: `node bench/fit.ts` prints a Markdown table,
 * `node bench/fit.ts --json` the numbers. Estimates are stored, as they are in a run. Ten times the rounds may take at most
 * twelve times as long; otherwise the exit code is 1.
 */
import type { ModelMessage, ToolResultPart } from "ai";
import {
  EMPTY_STATE,
  estimateMessage,
  estimatePart,
  type FitInput,
  type FitState,
  fitRequest,
} from "#lib/context/index.ts";

const LARGEST_RATIO = 12;
const BUDGET = 100_000;
const REPETITIONS = 100;
const WARM_UP = 30;

interface Row {
  state: "empty" | "remembered";
  small: number;
  large: number;
  ratio: number;
}

/** One turn, as a subagent has it: two results of about 500 tokens per round. */
function buildRounds(count: number): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: "user", content: "Read every chapter." }];
  for (let round = 0; round < count; round++) {
    const ids = [`call_${round}_a`, `call_${round}_b`];
    const calls = ids.map((toolCallId) => ({
      ...{ type: "tool-call" as const, toolCallId, toolName: "read_file" },
      input: { path: `/workspace/${toolCallId}.txt` },
    }));
    const results = ids.map((toolCallId) => ({
      ...{ type: "tool-result" as const, toolCallId, toolName: "read_file" },
      output: { type: "text" as const, value: "a line of the chapter\n".repeat(90) },
    }));
    messages.push({ role: "assistant", content: calls }, { role: "tool", content: results });
  }
  return messages;
}

function storeEstimates(
  messages: readonly ModelMessage[],
): (item: ModelMessage | ToolResultPart) => number | undefined {
  const stored = new Map<object, number>();
  for (const message of messages) {
    stored.set(message, estimateMessage(message));
    if (message.role !== "tool") continue;
    for (const part of message.content) stored.set(part, estimatePart(part));
  }
  return (item) => stored.get(item);
}

/** The state just before the last round, so that the measured call is a step of a run that went on for long. */
function rememberState(input: FitInput): FitState {
  return fitRequest({ ...input, messages: input.messages.slice(0, -2) }).state;
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** A step comes after seconds of other work, so what it reads is no longer in the processor's caches. */
const otherWork = new Float64Array(8 * 1024 * 1024);

function coolCaches(): void {
  for (let index = 0; index < otherWork.length; index += 8) otherWork[index] = (otherWork[index] ?? 0) + 1;
}

function prepare(rounds: number, isRemembered: boolean): FitInput {
  const messages = buildRounds(rounds);
  const input: FitInput = { messages, fixedTokens: 6_000, budget: BUDGET, sizeOf: storeEstimates(messages) };
  return { ...input, state: isRemembered ? rememberState(input) : EMPTY_STATE };
}

function timeStep(input: FitInput): number {
  coolCaches();
  const start = performance.now();
  fitRequest(input);
  return performance.now() - start;
}

/** Both lengths take turns, so that both meet the same machine and the same heap. */
function measure(state: Row["state"]): Row {
  const [short, long] = [prepare(1_000, state === "remembered"), prepare(10_000, state === "remembered")];
  const times = Array.from({ length: WARM_UP + REPETITIONS }, () => [timeStep(short), timeStep(long)] as const);
  const counted = times.slice(WARM_UP);
  const small = median(counted.map(([time]) => time));
  const large = median(counted.map(([, time]) => time));
  return { state, small, large, ratio: large / small };
}

const rows = (["empty", "remembered"] as const).map(measure);
const isLinear = rows.every(({ ratio }) => ratio <= LARGEST_RATIO);

if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ budget: BUDGET, largestRatio: LARGEST_RATIO, isLinear, rows }, null, 2));
} else {
  console.log("| state | 1,000 rounds | 10,000 rounds | ratio |\n|---|---:|---:|---:|");
  for (const { state, small, large, ratio } of rows) {
    console.log(`| ${state} | ${small.toFixed(2)} ms | ${large.toFixed(2)} ms | ${ratio.toFixed(1)} |`);
  }
}
process.exitCode = isLinear ? 0 : 1;
