import type { Chat, ChatError, Run } from "#lib/store/index.ts";
import { keepCutStep } from "./keep-cut-step.ts";
import { data } from "./live-hub.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Ends the subagents of a run that ends without them: nobody would go on with what an earlier process left of them. One of a
 * parked run is parked as well, so that it goes on together with its parent.
 */
export async function endChildren(
  runtime: Runtime,
  parent: Chat,
  status: Exclude<Run["status"], "running">,
  error: ChatError | undefined,
): Promise<void> {
  const { store, hub } = runtime;
  const left = (await store.chats.subagents(parent.id)).filter((child) => child.status === "running");
  for (const child of left) {
    const run = await store.runs.newest(child.id);
    if (run?.status !== "running") continue;
    await keepCutStep(runtime, child.id);
    const isParked = error?.guard === "crash";
    const end = isParked ? { status, error } : { status: "stopped" as const };
    await store.runs.finish({ id: run.id, ...end });
    hub.tell(child.id, data("data-status", end));
  }
}
