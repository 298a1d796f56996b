/**
 * What a step costs beside the model and the tool: the whole loop (log, fitting, ledger, stream to viewers) beside a bare loop of
 * the AI SDK that sends the same messages to the same server, in turn, in one process. Milliseconds per step, medians.
 * `node bench/overhead.ts` prints a Markdown table, `--json` the numbers; the exit code is 1 when the loop costs more than it may.
 */
import { isStepCount, jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { v7 as newId } from "uuid";
import { fitStep } from "#lib/agent/fit-step.ts";
import { createProjection } from "#lib/agent/projection.ts";
import type { FrozenAgent } from "#lib/agent/types.ts";
import { DEFAULT_PROFILE, EMPTY_STATE, plainEstimator, storeEstimate } from "#lib/context/index.ts";
import { createModel, effectiveBudget, reservedOutput } from "#lib/models/index.ts";
import { toEntry } from "#lib/runs/log-entries.ts";
import { startTestRuntime, type TestRuntime } from "#lib/runs/runtime.fixture.ts";
import type { Chat, NewRow } from "#lib/store/index.ts";
import { startModelProcess } from "./model-process.ts";
import { median } from "./quantile.ts";
import { watchRequests } from "./request-clock.ts";

const STEPS = 50;
const SIZES = [10, 1_000, 10_000];
const MOST_MORE: Record<number, number> = { 10: 15, 1000: 15, 10000: 40 };
const WINDOW = 128_000;
const PLAN = JSON.stringify({ steps: [{ title: "Measure", status: "in_progress" }] });
const TASK = `${STEPS} update_plan ${PLAN}`;

interface Row {
  stored: number;
  sent: number;
  ours: number;
  bare: number;
  more: number;
}

const clock = watchRequests();
const model = await startModelProcess("./bench/calling-mind.ts", "--window", String(WINDOW));
const rows: Row[] = [];
try {
  for (const size of SIZES) rows.push(await measure(size));
} finally {
  await model.close();
}
print(rows);
process.exit(rows.every(({ stored, more }) => more <= (MOST_MORE[stored] ?? 0)) ? 0 : 1);

async function measure(stored: number): Promise<Row> {
  const app = await startTestRuntime({ contextWindow: WINDOW });
  try {
    app.runtime.provider.baseURL = model.url;
    // The same plan again and again is what is measured.
    await app.runtime.store.settings.put("run", { repetitionLimit: 1_000_000 });
    const chat = await app.newChat();
    await fill(app, chat, stored);
    await app.turn(chat, TASK);
    const before = await sentMessages(app, chat);
    await bareTurn(app, before.messages, before.frozen);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < 2; round++) {
      ours.push(...(await gapsOf(() => app.turn(chat, TASK))));
      const { messages, frozen } = await sentMessages(app, chat);
      bare.push(...(await gapsOf(() => bareTurn(app, messages, frozen))));
    }
    const row = { stored, sent: before.messages.length, ours: median(ours), bare: median(bare) };
    return { ...row, more: row.ours - row.bare };
  } finally {
    await app.close();
  }
}

/** From the end of an answer to the next request that leaves. */
async function gapsOf(work: () => Promise<unknown>): Promise<number[]> {
  const from = clock.left.length;
  await work();
  const left = clock.left.slice(from + 1);
  return left.map((at, index) => at - (clock.answered[from + index] ?? Number.NaN));
}

/** Messages of a few hundred characters, question and answer in turn. */
async function fill({ runtime }: TestRuntime, chat: Chat, count: number): Promise<void> {
  const text = "A sentence of an ordinary conversation about nothing much. ".repeat(5);
  const batch = 500;
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, index): NewRow => {
      const seq = from + index + 1;
      return {
        ...{ id: newId(), seq, kind: seq % 2 ? "person" : "step", content: [{ type: "text", text }] },
        estimate: storeEstimate({ tokens: 90, plain: 90 }),
        ...(seq % 2 === 0 && { detail: { finishReason: "stop" } }),
      };
    });
    await runtime.store.messages.append(chat.id, rows);
  }
}

/** The messages and instructions that the next request of the chat would hold. */
async function sentMessages(
  { runtime }: TestRuntime,
  chat: Chat,
): Promise<{ messages: ModelMessage[]; frozen: FrozenAgent }> {
  const frozen = JSON.parse((await runtime.store.runs.newest(chat.id))?.frozen ?? "{}") as FrozenAgent;
  const projection = createProjection();
  for (const row of await runtime.store.messages.path(chat.id)) projection.append(toEntry(row, DEFAULT_PROFILE));
  const limits = { window: WINDOW, reservedOutput: reservedOutput(WINDOW), ...effectiveBudget({ window: WINDOW }) };
  const scale = { offset: 0, factor: 1 };
  const count = plainEstimator.fixed(frozen);
  const fixed = { tokens: count, plain: count };
  const fitted = fitStep({
    projection,
    estimator: plainEstimator,
    fixed,
    limits,
    scale,
    state: EMPTY_STATE,
    fit: true,
  });
  return { messages: [...fitted.messages], frozen };
}

/** The least that a loop of steps can be: ask, append what came, answer the calls, ask again. */
async function bareTurn({ runtime }: TestRuntime, sent: ModelMessage[], frozen: FrozenAgent): Promise<void> {
  const capture = { onRequest: async () => undefined, onResponse: () => undefined };
  const { provider } = runtime;
  const made = createModel({ ...provider, capture });
  const tools: ToolSet = Object.fromEntries(
    frozen.tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]) }),
    ]),
  );
  const messages: ModelMessage[] = [...sent, { role: "user", content: TASK }];
  for (;;) {
    const asked = streamText({
      ...{ model: made.model, providerOptions: made.providerOptions, tools, messages },
      ...{ instructions: frozen.instructions, stopWhen: isStepCount(1), maxRetries: 0 },
    });
    await asked.consumeStream();
    messages.push(...(await asked.response).messages);
    const calls = await asked.toolCalls;
    if (calls.length === 0) return;
    messages.push({
      role: "tool",
      content: calls.map(({ toolCallId, toolName }) => ({
        ...{ type: "tool-result" as const, toolCallId, toolName },
        output: { type: "text" as const, value: "The plan is kept." },
      })),
    });
  }
}

function print(measured: Row[]): void {
  if (process.argv.includes("--json")) return void process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
  process.stdout.write(
    "| stored messages | sent | our loop, ms | bare loop, ms | more, ms | may be |\n|---|---|---|---|---|---|\n",
  );
  for (const { stored, sent, ours, bare, more } of measured) {
    const numbers = [ours, bare, more].map((value) => value.toFixed(1)).join(" | ");
    process.stdout.write(`| ${stored.toLocaleString("en")} | ${sent} | ${numbers} | ${MOST_MORE[stored]} |\n`);
  }
}
