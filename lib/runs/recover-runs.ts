import type { Run } from "#lib/store/index.ts";
import { keepCutStep } from "./keep-cut-step.ts";
import { finishRun, workOn } from "./run-chat.ts";
import { newErrorId } from "./run-errors.ts";
import type { Runtime } from "./runtime.ts";

/** A run without a sign of life for so long is nobody's. A beat comes every five seconds. */
const LEASE_MS = 30_000;
const SWEEP_MS = 10_000;
/** So many times in a row the process may end at one place of a run before the person is asked. */
const CRASHES_TO_PARK = 3;

/**
 * Goes on with runs that nobody works on. Subagents are gone on with by their parents.
 * @param everything at the start of the process: whoever held a run before is gone, however fresh its last sign of life
 */
export async function recoverRuns(runtime: Runtime, { everything = false } = {}): Promise<void> {
  for (const run of await runtime.store.runs.running()) {
    if (runtime.active.has(run.conversationId)) continue;
    // A clock that was set back or forward makes a sign of life too new or too old; neither says that somebody is there.
    const isFresh = Math.abs(runtime.now() - run.heartbeatAt) <= LEASE_MS;
    if (everything || !isFresh || run.holder === undefined) await resumeRun(runtime, run, { everything });
  }
}

/** Looks for runs whose lease has ended, now and then, as long as the process lives. */
export function watchLeases(runtime: Runtime): void {
  const look = () => {
    recoverRuns(runtime).catch((error: unknown) =>
      runtime.log.warn({ err: error }, "unfinished runs were not looked at"),
    );
  };
  setInterval(look, SWEEP_MS).unref();
}

/** Takes over a run and goes on with it from its last finished step; parks one at which the process ended again and again. */
export async function resumeRun(runtime: Runtime, run: Run, { everything = false } = {}): Promise<void> {
  const { store, now, holder, log } = runtime;
  const chat = await store.chats.get(run.conversationId);
  if (!chat) return;
  if (chat.parentId) return endOrphan(runtime, run, chat.parentId);
  const alive = { aliveFrom: now() - LEASE_MS, aliveTo: now() + LEASE_MS };
  const taken = await store.runs.takeOver({ id: run.id, holder, ...(!everything && alive) });
  if (!taken) return;
  if (taken.crashes < CRASHES_TO_PARK || taken.stopRequested) {
    log.info({ runId: run.id, chatId: chat.id, crashes: taken.crashes }, "going on with an unfinished run");
    return workOn(runtime, chat, taken);
  }
  log.warn({ runId: run.id, chatId: chat.id, crashes: taken.crashes }, "a run is parked");
  await keepCutStep(runtime, chat.id);
  await finishRun(runtime, chat, taken, "paused", {
    ...{ class: "PAUSED", guard: "crash", id: newErrorId() },
    message: `The server ended ${taken.crashes} times at the same step of this run. Continue to try it again.`,
  });
}

/** A subagent whose parent does not run any more, because the end of the one was stored and that of the other was not. */
async function endOrphan({ store, active }: Runtime, run: Run, parentId: string): Promise<void> {
  const parent = await store.runs.newest(parentId);
  if (parent?.status === "running" || active.has(parentId)) return;
  await store.runs.finish({ id: run.id, status: "stopped" });
}
