/**
 * What one step costs in the managers of a context, at 100, 1,000 and 10,000 rounds: milliseconds and allocated bytes. Each has seen
 * the conversation without its last round before, as in a run; ours also from the empty state, as after a restart. Run with
 * `--expose-gc`; `--ours` leaves the others out, `--json` prints the numbers. Ends with status 1 when ours takes 2 ms or more at
 * 1,000 rounds, does not grow linearly, or counts anything twice.
 */
import type { ModelMessage } from "ai";
import { createEstimator, EMPTY_STATE, type FitInput, fitRequest } from "#lib/context/index.ts";
import { loadPeers } from "./managers/load-managers.ts";
import type { ContextManager } from "./managers/manager.ts";
import { longhand, storeSizes } from "./managers/ours.ts";
import { median } from "./quantile.ts";
import { heading, printTable } from "./tokens/print.ts";

const ROUNDS = [100, 1_000, 10_000];
const BUDGET = 100_000;
const REPETITIONS = 40;
const WARM_UP = 10;
/** Who takes longer for a step is measured less often, and not at ten times the length. */
const SLOW_MS = 100;
const GIVE_UP_MS = 2_000;
const LARGEST_RATIO = 12;
const GOAL_MS = 2;

interface Cell {
  milliseconds: number;
  bytes: number;
}

interface Row {
  name: string;
  cells: (Cell | undefined)[];
}

let shared: Float64Array | undefined;
const conversations = ROUNDS.map(buildRounds);
const rows: Row[] = [measureOurs("Longhand, remembered state", true), measureOurs("Longhand, empty state", false)];
rows.push(await measureManager({ ...longhand({}), name: "Longhand, with validation of the request" }));
const { managers, missing } = process.argv.includes("--ours") ? { managers: [], missing: [] } : await loadPeers();
for (const manager of managers) {
  process.stderr.write(`${manager.name}…\n`);
  try {
    rows.push(await measureManager(manager));
  } catch (error) {
    missing.push({
      name: manager.name,
      reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error),
    });
  }
}
const recounted = countAgain();
print();

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

/** The fitter alone; estimates are stored, as they are in a run. */
function measureOurs(name: string, isRemembered: boolean): Row {
  const cells = conversations.map((messages) => {
    const sizes = storeSizes(createEstimator("o200k"));
    const plain = storeSizes(createEstimator("script"));
    const input: FitInput = {
      ...{
        messages,
        fixedTokens: 6_000,
        budget: BUDGET,
        estimator: createEstimator("o200k"),
        sizeOf: sizes,
        plainOf: plain,
      },
    };
    const { state } = fitRequest({ ...input, messages: messages.slice(0, -2) });
    const step = { ...input, state: isRemembered ? state : EMPTY_STATE };
    return sample(() => void fitRequest(step));
  });
  return { name, cells };
}

async function measureManager(manager: ContextManager): Promise<Row> {
  const cells: (Cell | undefined)[] = [];
  for (const messages of conversations) {
    if ((cells.at(-1)?.milliseconds ?? 0) > GIVE_UP_MS / 10) {
      cells.push(undefined);
      continue;
    }
    cells.push(await measureStep(manager, messages));
  }
  return { name: `${manager.name} ${manager.version}`, cells };
}

/** A new session for every repetition would cost a first step each; one session is given the same step again instead. */
async function measureStep(manager: ContextManager, messages: readonly ModelMessage[]): Promise<Cell> {
  const session = manager.start(BUDGET);
  await session.fit(messages.slice(0, -2));
  const times: Cell[] = [];
  const first = await timed(() => session.fit(messages));
  const repetitions = first.milliseconds > SLOW_MS ? 2 : REPETITIONS;
  for (let at = 0; at < repetitions; at++) times.push(await timed(() => session.fit(messages)));
  const counted = times.slice(Math.min(WARM_UP, repetitions - 1));
  return {
    milliseconds: median(counted.map(({ milliseconds }) => milliseconds)),
    bytes: median(counted.map(({ bytes }) => bytes)),
  };
}

async function timed(work: () => unknown): Promise<Cell> {
  coolCaches();
  const before = process.memoryUsage().heapUsed;
  const from = performance.now();
  await work();
  return { milliseconds: performance.now() - from, bytes: Math.max(0, process.memoryUsage().heapUsed - before) };
}

function sample(work: () => void): Cell {
  const cells = Array.from({ length: WARM_UP + 2 * REPETITIONS }, () => {
    coolCaches();
    const before = process.memoryUsage().heapUsed;
    const from = performance.now();
    work();
    return { milliseconds: performance.now() - from, bytes: Math.max(0, process.memoryUsage().heapUsed - before) };
  }).slice(WARM_UP);
  return {
    milliseconds: median(cells.map(({ milliseconds }) => milliseconds)),
    bytes: median(cells.map(({ bytes }) => bytes)),
  };
}

/** A step comes after seconds of other work, so what it reads is no longer in the processor's caches, and garbage is gone. */
function coolCaches(): void {
  globalThis.gc?.({ type: "minor" });
  for (let index = 0; index < otherWork().length; index += 8) otherWork()[index] = (otherWork()[index] ?? 0) + 1;
}

function otherWork(): Float64Array {
  shared ??= new Float64Array(8 * 1024 * 1024);
  return shared;
}

/** Texts that are counted when one round is added to a conversation that is known. */
function countAgain(): { added: number; counted: number } {
  let counted = 0;
  const estimator = createEstimator("o200k");
  const sizes = storeSizes(estimator, () => counted++);
  const plain = storeSizes(createEstimator("script"));
  const messages = conversations[1] ?? [];
  const input = { fixedTokens: 6_000, budget: BUDGET, estimator, sizeOf: sizes, plainOf: plain };
  const { state } = fitRequest({ ...input, messages: messages.slice(0, -2) });
  counted = 0;
  fitRequest({ ...input, messages, state });
  // A step and its two results.
  return { added: 3, counted };
}

function print(): void {
  const [remembered, empty] = rows;
  const ratio = (row: Row | undefined) =>
    (row?.cells[2]?.milliseconds ?? Number.NaN) / (row?.cells[1]?.milliseconds ?? Number.NaN);
  const isFast =
    (remembered?.cells[1]?.milliseconds ?? GOAL_MS) < GOAL_MS && (empty?.cells[1]?.milliseconds ?? GOAL_MS) < GOAL_MS;
  const isLinear = ratio(remembered) <= LARGEST_RATIO && ratio(empty) <= LARGEST_RATIO;
  if (process.argv.includes("--json"))
    process.stdout.write(`${JSON.stringify({ budget: BUDGET, rows, missing, recounted }, null, 2)}\n`);
  else {
    heading(`One step at a budget of ${BUDGET.toLocaleString("en")} tokens: milliseconds; megabytes allocated`);
    printTable(
      ["manager", ...ROUNDS.map((count) => `${count.toLocaleString("en")} rounds`)],
      rows.map(({ name, cells }) => [name, ...cells.map((cell) => (cell ? show(cell) : "too slow to try"))]),
    );
    for (const { name, reason } of missing) process.stdout.write(`\nNot run: ${name}: ${reason}\n`);
    process.stdout.write(`\nOne more round: ${recounted.counted} texts counted for ${recounted.added} rows added. `);
    process.stdout.write(
      `Ten times the rounds take ${ratio(remembered).toFixed(1)} times as long (remembered), ${ratio(empty).toFixed(1)} (empty).\n`,
    );
  }
  process.exitCode = isFast && isLinear && recounted.counted <= recounted.added ? 0 : 1;
}

function show({ milliseconds, bytes }: Cell): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)}; ${(bytes / 1e6).toFixed(1)}`;
}
