import { setTimeout as delay } from "node:timers/promises";
import { composeInstructions } from "#lib/agent/instructions/compose-instructions.ts";
import { MAIN_TOOLS } from "#lib/agent/tools/index.ts";
import type { FrozenAgent } from "#lib/agent/types.ts";
import { AppError, conflict, notFound } from "#lib/errors.ts";
import type { BegunRun, Chat, ChatError, NewRun, QueuedView, Run } from "#lib/store/index.ts";
import { currentEstimator } from "./counting.ts";
import { endChildren } from "./end-children.ts";
import { freezeAgent } from "./freeze-agent.ts";
import { currentLimits } from "./limits.ts";
import { data } from "./live-hub.ts";
import { spanOf } from "./observe/span-of.ts";
import { type RootRun, runConversation } from "./run-conversation.ts";
import { describeEnd, describeThrown } from "./run-errors.ts";
import { readRunSettings } from "./run-settings.ts";
import type { Runtime } from "./runtime.ts";
import { statusChunk } from "./status-chunk.ts";
import { createSubagentStarter } from "./subagents.ts";
import { tellQueue } from "./tell-queue.ts";
import { userRow } from "./user-row.ts";

const HEARTBEAT_MS = 5_000;
const FINISH_TRIES = 6;

/** What a run answers, and where: without any of it, it goes on from the newest row. */
export type Beginning = Pick<NewRun, "leafId" | "base"> & {
  message?: (runId: string) => NonNullable<NewRun["message"]>;
};

/**
 * Begins a run and returns at once; the run belongs to this process from here on, not to the request that asked for it.
 * @throws AppError 409 `running` while another run is active, 409 `stale` when the leaf is not `base`, 503 `ending` when the
 * process is about to end; then nothing was stored
 */
export async function beginRun(runtime: Runtime, chat: Chat, { message, ...place }: Beginning = {}): Promise<Run> {
  if (runtime.leaving) throw new AppError(503, "ending", "Longhand is just ending. Send again when it is back.");
  const blank = blankRun(runtime, chat);
  const begun = await runtime.store.runs.create({ ...blank, ...place, ...(message && { message: message(blank.id) }) });
  if (begun.created) {
    const isOther = place.leafId !== undefined || (begun.row && begun.row.parentId !== chat.leafId);
    if (isOther) runtime.hub.tell(chat.id, data("data-branch", { leafId: begun.row?.id ?? place.leafId }));
    return work(runtime, chat, begun);
  }
  throw begun.reason === "running"
    ? conflict("running", "The agent is still working in this chat. Stop it first, or wait until it is done.")
    : conflict("stale", "This chat has moved on since. Look at what is new, then send again.");
}

/** A run that this process holds already. With a stop that was asked for before, it only settles what is open. */
export function workOn(runtime: Runtime, chat: Chat, run: Run): void {
  if (runtime.active.get(chat.id)?.runId === run.id) return;
  const controller = new AbortController();
  if (run.stopRequested) controller.abort("stop");
  const { metrics } = runtime;
  metrics.runsStarted.inc();
  metrics.runsActive.inc();
  const ids = { runId: run.id, chatId: chat.id };
  runtime.log.info(ids, "run");
  const ended = spanOf("run", ids, () => execute(runtime, chat, run, controller)).finally(() => {
    metrics.runsActive.dec();
    // The run that a waiting message began has taken the place by now.
    if (runtime.active.get(chat.id)?.runId === run.id) runtime.active.delete(chat.id);
  });
  runtime.active.set(chat.id, { runId: run.id, conversationId: chat.id, controller, ended });
  runtime.hub.tell(chat.id, statusChunk({ status: "running" }));
}

function blankRun(runtime: Runtime, chat: Chat) {
  const agent = freezeAgent(composeInstructions("main"), MAIN_TOOLS, currentEstimator(runtime).rule);
  const frozen = JSON.stringify({ ...agent, ...(chat.fitting && { fitting: chat.fitting }) });
  return { id: runtime.newId(), conversationId: chat.id, holder: runtime.holder, frozen };
}

function work(runtime: Runtime, chat: Chat, { run, row }: BegunRun): Run {
  if (row) {
    runtime.hub.setSeq(chat.id, row.seq - 1);
    runtime.hub.commit(chat.id, { seq: row.seq, id: row.id, role: row.role, kind: row.kind });
  }
  workOn(runtime, chat, run);
  return run;
}

/** Never rejects. */
async function execute(runtime: Runtime, chat: Chat, run: Run, controller: AbortController): Promise<void> {
  const beat = setInterval(() => {
    runtime.store.runs
      .heartbeat(run.id, runtime.holder)
      .then((isOurs) => isOurs || controller.abort("lost"))
      // A database that cannot be written ends the run at its next row; a missed sign of life does not.
      .catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    const workspace = await runtime.store.workspaces.get(chat.workspaceId);
    if (!workspace) throw notFound("workspace");
    const { fitting } = JSON.parse(run.frozen) as FrozenAgent;
    const settings = await readRunSettings(runtime.store);
    const root: RootRun = { runId: run.id, settings, fitting, spent: run.spent };
    const shared = { runtime, root, workspacePath: workspace.path };
    const runSubagent = createSubagentStarter({ ...shared, parent: chat, parentRun: run });
    const end = await runConversation({ ...shared, chat, run, signal: controller.signal, runSubagent });
    await finishRun(runtime, chat, run, end.status, describeEnd(runtime, end));
  } catch (error) {
    const described = describeThrown(runtime, error);
    if (described) await finishRun(runtime, chat, run, "failed", described);
  } finally {
    clearInterval(beat);
  }
}

/**
 * Stores the end of a run and tells it; a message that waits begins the next one. Tries for a while: a run whose end is not
 * stored would look as if it were still going.
 */
export async function finishRun(
  runtime: Runtime,
  chat: Chat,
  run: Run,
  status: Exclude<Run["status"], "running">,
  error: ChatError | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await endChildren(runtime, chat, status, error);
      const next = await nextRun(runtime, chat);
      const finished = await runtime.store.runs.finish({ id: run.id, status, ...(error && { error }), next });
      if (finished.ended) observeEnd(runtime, chat, run, status);
      await tellQueue(runtime, chat.id);
      if (finished.next) return void work(runtime, chat, finished.next);
      break;
    } catch (failure) {
      runtime.log.error({ err: failure, runId: run.id, attempt }, "the end of a run could not be stored");
      if (attempt === FINISH_TRIES) break;
      await delay(1_000 * 2 ** attempt);
    }
  }
  const stored = await runtime.store.chats.get(chat.id).catch(() => undefined);
  const isStored = stored && stored.status !== "running";
  runtime.hub.tell(chat.id, statusChunk(isStored ? stored : { status: status === "done" ? "idle" : status, error }));
}

function observeEnd({ metrics, log, now }: Runtime, chat: Chat, run: Run, status: string): void {
  metrics.runsEnded.inc({ status });
  if (status === "full") metrics.overflows.inc();
  log.info({ runId: run.id, chatId: chat.id, status, ms: now() - run.startedAt }, "run ended");
}

/** How a waiting message becomes the next turn. Made before the transaction that asks for it. */
async function nextRun(runtime: Runtime, chat: Chat): Promise<(waiting: QueuedView) => NewRun> {
  const { budget } = await currentLimits(runtime);
  return ({ id, text }) => {
    const blank = blankRun(runtime, chat);
    return { ...blank, message: userRow(runtime, { id, text, kind: "person", runId: blank.id }, budget) };
  };
}
