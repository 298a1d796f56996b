import { readFile, rm } from "node:fs/promises";
import type { Journal, NewResult, NewStep, ResultEntry, StepEntry, UserEntry } from "#lib/agent/types.ts";
import { type EstimateRule, storeEstimate } from "#lib/context/index.ts";
import {
  type Ending,
  INLINE_BYTES,
  isAside,
  type LogPart,
  type LogRow,
  type NewRow,
  type NextRow,
  type QueuedView,
  type RowDetail,
  type Store,
} from "#lib/store/index.ts";
import { data, type LiveHub } from "./live-hub.ts";
import { toEntry } from "./log-entries.ts";
import { RunLeft } from "./run-errors.ts";

/** What a result may say of an interrupted command's output. */
const RECOVERED_CHARACTERS = 4_000;

export interface JournalInput {
  store: Store;
  hub: LiveHub;
  conversationId: string;
  runId: string;
  /** By which the run counts. */
  rule: EstimateRule;
  /** Who makes the steps. */
  origin: string;
  /** Ancestors of the leaf. */
  rows: LogRow[];
  nextSeq: number;
  newId(): string;
  outputFile(toolCallId: string): string;
  /** Whether this process has given the run up. */
  isLeft(): boolean;
  /** What is stored together with a step: the request that it answers, and what it cost. */
  endOfStep(): Ending;
  /** A waiting message as the row that it becomes. */
  toSteer(waiting: QueuedView): NextRow;
  onRow?(row: LogRow): void;
}

/**
 * The loop's rows, written one after another. `seq` is counted here and fences off any other writer: the row of a process that
 * lost its run conflicts, and the run ends there.
 */
export function createJournal(input: JournalInput): Journal {
  const { store, hub, conversationId, runId, rule } = input;
  const callIds = new Set(input.rows.flatMap((row) => callIdsOf(row.content)));
  /** How often the open calls of a step that an earlier process left were begun. */
  const attempts = new Map<string, number>();
  /** The newest step of this process: nothing of it was begun before. */
  let ownStep = "";
  let leafId = input.rows.at(-1)?.id ?? null;
  let seq = input.nextSeq;
  let last: Promise<unknown> = Promise.resolve();

  /** One write after another; each gets the next place. */
  function enqueue(write: (seq: number) => Promise<LogRow[]>): Promise<LogRow[]> {
    const written = last.then(async () => {
      if (input.isLeft()) throw new RunLeft();
      const rows = await write(seq);
      for (const row of rows) announce(row);
      return rows;
    });
    // The next row is written after a failed one too; each failure reaches its own caller.
    last = written.catch(() => undefined);
    return written;
  }

  function announce(row: LogRow) {
    seq = row.seq + 1;
    if (!isAside(row)) leafId = row.id;
    for (const id of callIdsOf(row.content)) callIds.add(id);
    hub.commit(conversationId, { seq: row.seq, id: row.id, role: row.role, kind: row.kind });
    input.onRow?.(row);
  }

  async function append(row: Omit<NewRow, "seq" | "runId">): Promise<LogRow> {
    const ending = row.kind === "step" ? { removeLive: true, ...input.endOfStep() } : {};
    const [stored] = await enqueue((at) =>
      store.messages.append(conversationId, [{ ...row, runId, seq: at, parentId: leafId }], ending),
    );
    if (!stored) throw new Error("a row was appended and not returned");
    return stored;
  }

  return {
    async commitStep(step) {
      const row = await append(stepRow(step, input));
      ownStep = row.id;
      return toEntry(row, rule) as StepEntry;
    },
    async commitResult(result) {
      const row = await append(await resultRow(result, { store, rule, id: input.newId() }));
      await rm(input.outputFile(result.toolCallId), { force: true });
      return toEntry(row, rule) as ResultEntry;
    },
    async startTool({ toolCallId, toolName, callIndex, stepId, outputFile }) {
      const attempt = (attempts.get(toolCallId) ?? 0) + 1;
      const start = { conversationId, runId, stepId, callIndex, toolCallId, toolName, attempt };
      await store.toolStarts.insert([{ id: input.newId(), ...start, ...(outputFile && { outputFile }) }]);
    },
    async startedCalls(stepId, toolCallIds) {
      if (stepId === ownStep) return new Map();
      const starts = await store.toolStarts.unfinished(conversationId, toolCallIds);
      const outputs = starts.map(async ({ toolCallId, attempt, outputFile }) => {
        attempts.set(toolCallId, attempt);
        const output = outputFile && (await readTail(outputFile));
        return [toolCallId, output ? { output } : {}] as const;
      });
      return new Map(await Promise.all(outputs));
    },
    async takeSteers() {
      const rows = await enqueue((at) => store.queue.deliverSteers(conversationId, at, input.toSteer));
      if (rows.length > 0) {
        hub.tell(conversationId, data("data-queue", { messages: await store.queue.list(conversationId) }));
      }
      return rows.map((row) => toEntry(row, rule) as UserEntry);
    },
    isKnownCallId: (id) => callIds.has(id),
  };
}

function stepRow(
  step: NewStep,
  { rule, origin }: Pick<JournalInput, "rule" | "origin">,
): Omit<NewRow, "seq" | "runId"> {
  const { finishReason, usage, durationMs, model, resultBound, brokenInputs, providerCallIds } = step;
  const detail: RowDetail = {
    ...{ finishReason, usage: { ...usage }, durationMs, model, origin, resultBound },
    ...(brokenInputs && { brokenInputs }),
    ...(providerCallIds && { providerCallIds }),
  };
  return {
    id: step.id,
    kind: "step",
    state: step.state,
    content: step.content as LogPart[],
    estimate: storeEstimate(step, rule),
    detail,
    // Half an answer that failed is shown and never sent: the step is asked again from the same bytes.
    offPath: step.state === "failed" || step.state === "interrupted",
  };
}

async function resultRow(
  result: NewResult,
  { store, rule, id }: Pick<JournalInput, "store" | "rule"> & { id: string },
): Promise<Omit<NewRow, "seq" | "runId">> {
  const { stepId, callIndex, toolCallId, toolName, state, text, sent, preview } = result;
  const bytes = Buffer.byteLength(text);
  const blob = bytes > INLINE_BYTES ? await store.blobs.put(text, "text/plain; charset=utf-8") : undefined;
  const type = result.isError ? "error-text" : "text";
  const value = blob && sent !== undefined ? sent : text;
  return {
    ...{ id, kind: "result" as const, state, stepId, callIndex, toolCallId, toolName, bytes },
    content: [{ type: "tool-result", toolCallId, toolName, output: { type, value } }],
    estimate: storeEstimate(result, rule),
    ...(preview && { preview }),
    ...(blob && { blob: blob.sha256 }),
  };
}

function callIdsOf(content: LogPart[]): string[] {
  return content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
}

async function readTail(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.slice(-RECOVERED_CHARACTERS).toWellFormed().replaceAll("\0", "␀") || undefined;
}
