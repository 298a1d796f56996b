/**
 * One turn of 10,000 steps in the runtime of the app, each with one result of 2,000 characters: what a step costs at its beginning
 * and at its end. Statements and the bytes of their values are counted at the database's connection; pages are what the process
 * wrote to the disk because of them (Linux), which grows with the depth of the indexes until they have a few thousand entries.
 * The window is small, so that the request is as full at step 100 as it is at the end. The heap is measured after a forced collection. `--steps 2000` makes it shorter, `--json` prints the numbers.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { fitStep } from "#lib/agent/fit-step.ts";
import { createProjection } from "#lib/agent/projection.ts";
import type { FrozenAgent, LogEntry } from "#lib/agent/types.ts";
import { DEFAULT_PROFILE, EMPTY_STATE, plainEstimator } from "#lib/context/index.ts";
import { effectiveBudget, reservedOutput } from "#lib/models/index.ts";
import { toEntry } from "#lib/runs/log-entries.ts";
import { startTestRuntime, type TestRuntime } from "#lib/runs/runtime.fixture.ts";
import { sendMessage } from "#lib/runs/send-message.ts";
import { stopRun } from "#lib/runs/stop-run.ts";
import type { Chat } from "#lib/store/index.ts";
import { OneConnection } from "#lib/store/one-connection.ts";
import { startModelProcess } from "./model-process.ts";
import { median } from "./quantile.ts";
import { watchRequests } from "./request-clock.ts";

const { values } = parseArgs({
  options: {
    steps: { type: "string", default: "10000" },
    window: { type: "string", default: "24000" },
    json: { type: "boolean", default: false },
  },
});
const STEPS = Number(values.steps);
const WINDOW = Number(values.window);
const MARKS = [100, 1_000, 5_000, 10_000].filter((mark) => mark <= STEPS);
/** Steps around a mark over which is averaged: the ledger writes a full list now and then. */
const AROUND = 100;

interface Row {
  step: number;
  heapMegabytes: number;
  rowMegabytes: number;
  statements: number;
  /** Values of the statements of a step. */
  valueKilobytes: number;
  /** What the disk got for them, in whole pages, the log before the database and the database. */
  pageKilobytes: number;
  /** Milliseconds from the end of an answer to the next request, without the fitter's pass. */
  restOfStep: number;
  fit: number;
}

interface Sample {
  statements: number;
  values: number;
  written: number;
  heap: number;
}

let statements = 0;
let valueBytes = 0;
countStatements();
const clock = watchRequests();
const model = await startModelProcess("./bench/calling-mind.ts", "--window", String(WINDOW));
const app = await startTestRuntime({ contextWindow: WINDOW });
try {
  const rows = await measure();
  print(rows);
  process.exitCode = isConstant(rows) ? 0 : 1;
} finally {
  await app.close();
  await model.close();
}

async function measure(): Promise<Row[]> {
  app.runtime.provider.baseURL = model.url;
  await app.runtime.store.settings.put("run", { repetitionLimit: 1_000_000_000, spendLimit: 1e15 });
  await writeFile(path.join(app.workspacePath, "page.txt"), "twenty characters..\n".repeat(100));
  const chat = await app.newChat();
  const samples = await runSteps(app, chat);
  const entries = (await app.runtime.store.messages.path(chat.id)).map((row) => ({
    row,
    entry: toEntry(row, DEFAULT_PROFILE),
  }));
  const frozen = JSON.parse((await app.runtime.store.runs.newest(chat.id))?.frozen ?? "{}") as FrozenAgent;
  return MARKS.map((step) => {
    const from = samples.get(step - AROUND / 2);
    const to = samples.get(step + AROUND / 2);
    const at = samples.get(step);
    if (!from || !to || !at) throw new Error(`step ${step} was not measured`);
    const upTo = entries.slice(0, 2 * step + 1);
    const fit = timeOfFit(
      upTo.map(({ entry }) => entry),
      frozen,
    );
    const bytes = upTo.reduce((sum, { row }) => sum + Buffer.byteLength(JSON.stringify(row.content)), 0);
    return {
      ...{ step, fit, heapMegabytes: at.heap / 1e6, rowMegabytes: bytes / 1e6 },
      statements: (to.statements - from.statements) / AROUND,
      valueKilobytes: (to.values - from.values) / AROUND / 1_000,
      pageKilobytes: (to.written - from.written) / AROUND / 1_000,
      restOfStep: median(gapsAround(step)) - fit,
    };
  });
}

/** Lets the turn run, and looks at the process before and after the steps around each mark. */
async function runSteps({ runtime }: TestRuntime, chat: Chat): Promise<Map<number, Sample>> {
  const wanted = new Set(MARKS.flatMap((mark) => [mark - AROUND / 2, mark, mark + AROUND / 2]));
  const samples = new Map<number, Sample>();
  const last = Math.max(...wanted);
  const over = Promise.withResolvers<void>();
  let steps = 0;
  const look = async (step: number) => {
    const isMark = MARKS.includes(step);
    // Only where it is asked for: a collection of everything takes long.
    if (isMark) global.gc?.();
    const heap = isMark ? process.memoryUsage().heapUsed : 0;
    samples.set(step, { statements, values: valueBytes, written: await writtenBytes(), heap });
    if (step === last) over.resolve();
  };
  const leave = runtime.hub.subscribe(chat.id, undefined, ({ chunk }) => {
    const status = chunk.type === "data-status" && (chunk as { data: { status: string } }).data.status;
    if (status && status !== "running")
      over.reject(new Error(`the run ended after ${steps} steps: ${JSON.stringify(chunk)}`));
    if (chunk.type !== "data-row" || (chunk as { data: { kind: string } }).data.kind !== "step") return;
    steps++;
    if (steps % 1_000 === 0) process.stderr.write(`${steps} steps\n`);
    if (wanted.has(steps)) void look(steps);
  });
  const task = `${STEPS} read_file ${JSON.stringify({ path: "/workspace/page.txt" })}`;
  await sendMessage(runtime, chat, { id: runtime.newId(), text: task });
  await over.promise;
  leave();
  await stopRun(runtime, chat, { by: "person" });
  await app.settled(chat);
  return samples;
}

function gapsAround(step: number): number[] {
  const from = step - AROUND / 2;
  const left = clock.left.slice(from + 1, from + AROUND);
  return left.map((at, index) => at - (clock.answered[from + index] ?? Number.NaN));
}

/** The fitter alone over the same log, with the state that it had by then. */
function timeOfFit(entries: LogEntry[], frozen: FrozenAgent): number {
  const projection = createProjection();
  for (const entry of entries) projection.append(entry);
  const limits = { window: WINDOW, reservedOutput: reservedOutput(WINDOW), ...effectiveBudget({ window: WINDOW }) };
  const count = plainEstimator.fixed(frozen);
  const fixed = { tokens: count, plain: count };
  const input = { projection, estimator: plainEstimator, fixed, limits, scale: { offset: 0, factor: 1 }, fit: true };
  const { state } = fitStep({ ...input, state: EMPTY_STATE });
  const times = Array.from({ length: 50 }, () => {
    const from = performance.now();
    fitStep({ ...input, state });
    return performance.now() - from;
  });
  return median(times);
}

function countStatements(): void {
  const create = OneConnection.prototype.createClient;
  OneConnection.prototype.createClient = function createCounted(config) {
    const client = create.call(this, config);
    const execute = client.execute.bind(client);
    client.execute = (...args: Parameters<typeof execute>) => {
      statements++;
      valueBytes += bytesOf(args[0]);
      return execute(...args);
    };
    return client;
  };
}

function bytesOf(statement: unknown): number {
  const { args } = (typeof statement === "object" ? statement : {}) as { args?: object };
  return Object.values(args ?? {}).reduce<number>((sum, value: unknown) => {
    if (typeof value === "string") return sum + Buffer.byteLength(value);
    return sum + (value instanceof Uint8Array || value instanceof ArrayBuffer ? value.byteLength : 8);
  }, 0);
}

/** Bytes that the process sent to the disk so far; 0 where the system does not tell. */
async function writtenBytes(): Promise<number> {
  const text = await readFile("/proc/self/io", "utf8").catch(() => "");
  return Number(/^write_bytes: (\d+)/m.exec(text)?.[1] ?? 0);
}

/** What must hold whatever the machine: the same statements and bytes, and a heap that grows with the rows. */
function isConstant(rows: Row[]): boolean {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return false;
  const growth = (last.heapMegabytes - first.heapMegabytes) / (last.rowMegabytes - first.rowMegabytes);
  return (
    last.statements <= 1.1 * first.statements &&
    last.valueKilobytes <= 1.1 * first.valueKilobytes &&
    last.restOfStep <= 1.5 * first.restOfStep &&
    growth <= 2
  );
}

function print(rows: Row[]): void {
  if (values.json) return void process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  const head = [
    "step",
    "heap, MB",
    "rows, MB",
    "statements a step",
    "values a step, kB",
    "pages a step, kB",
    "rest of a step, ms",
    "fitter, ms",
  ];
  process.stdout.write(`| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}\n`);
  for (const row of rows) {
    const numbers = [
      row.heapMegabytes,
      row.rowMegabytes,
      row.statements,
      row.valueKilobytes,
      row.pageKilobytes,
      row.restOfStep,
      row.fit,
    ];
    process.stdout.write(`| ${row.step} | ${numbers.map((value) => value.toFixed(2)).join(" | ")} |\n`);
  }
}
