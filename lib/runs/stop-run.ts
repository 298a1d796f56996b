import type { Chat, StoppedBy } from "#lib/store/index.ts";
import { resumeRun } from "./recover-runs.ts";
import type { Runtime } from "./runtime.ts";

/** How long a request waits to see the run end; the stop itself goes on either way. */
const PATIENCE_MS = 3_000;
/** How long the process waits for its runs when it ends. */
const LEAVING_MS = 8_000;

/** Ends the run of a chat, or of one subagent: the model call, the command and everything below it. */
export async function stopRun(runtime: Runtime, chat: Chat, by: Omit<StoppedBy, "at">): Promise<{ stopped: boolean }> {
  const run = await runtime.store.runs.newest(chat.id);
  if (run?.status !== "running") return { stopped: false };
  if (!(await runtime.store.runs.requestStop(run.id, by))) return { stopped: false };
  // Nobody works on it when a process that is gone has left it: then this one takes it, and only to end it.
  if (!runtime.active.has(chat.id)) await resumeRun(runtime, run, { everything: true });
  const active = runtime.active.get(chat.id);
  active?.controller.abort("stop");
  await Promise.race([active?.ended, pause(PATIENCE_MS)]);
  return { stopped: true };
}

/** Ends all work because the process ends; the runs stay unfinished and are gone on with at the next start. */
export async function leaveRuns(runtime: Runtime): Promise<void> {
  runtime.leaving = true;
  const active = [...runtime.active.values()];
  for (const run of active) run.controller.abort("shutdown");
  await Promise.race([Promise.allSettled(active.map((run) => run.ended)), pause(LEAVING_MS)]);
  await runtime.store.runs.release(runtime.holder);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
