import type { Chat } from "#lib/store/index.ts";
import type { Runtime } from "./runtime.ts";

/** How long a request waits to see the run end; the stop itself goes on either way. */
const PATIENCE_MS = 3_000;

/** Ends the run of a chat, or of one subagent: the model call, the command and everything below it. */
export async function stopRun(runtime: Runtime, chat: Chat, by: string): Promise<{ stopped: boolean }> {
  const run = await runtime.store.runs.newest(chat.id);
  if (run?.status !== "running") return { stopped: false };
  await runtime.store.runs.requestStop(run.id, by);
  const active = runtime.active.get(chat.id);
  if (active) {
    active.controller.abort("stop");
    await Promise.race([active.ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  } else {
    // Nobody works on it: it was left by a process that is gone.
    await runtime.store.runs.finish({ id: run.id, status: "stopped" });
  }
  return { stopped: true };
}

/** Ends all work because the process ends; the runs stay unfinished and are gone on with at the next start. */
export async function leaveRuns(runtime: Runtime): Promise<void> {
  const active = [...runtime.active.values()];
  for (const run of active) run.controller.abort("shutdown");
  await Promise.allSettled(active.map((run) => run.ended));
}
