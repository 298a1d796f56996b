import { MessageChannel, Worker } from "node:worker_threads";
import { serveMounts } from "../mount-port.ts";
import { fail, succeed } from "../outcome.ts";
import type { Outcome, VirtualMount } from "../types.ts";
import type { LookupAnswer, LookupBase, LookupTask } from "./lookup-task.ts";

/** A base without its port: the port is made here, for this one worker. */
export type LookupStart = Extract<LookupBase, { kind: "disk" }> | { kind: "mount"; mount: VirtualMount; name: string };

export interface LookupRequest extends Omit<LookupTask, "base"> {
  start: LookupStart;
  /** After this many milliseconds the worker is ended, whatever it does. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export async function runLookup({ start, timeoutMs, signal, ...rest }: LookupRequest): Promise<Outcome<LookupAnswer>> {
  if (signal?.aborted) return stopped();
  const { base, ports } = openBase(start);
  const worker = new Worker(new URL("./lookup-worker.ts", import.meta.url), {
    workerData: { base, ...rest } satisfies LookupTask,
    transferList: base.kind === "mount" ? [base.port] : [],
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const outcome = await new Promise<Outcome<LookupAnswer>>((resolve) => {
    const deadline = setTimeout(() => resolve(timedOut()), timeoutMs);
    const stop = () => resolve(stopped());
    signal?.addEventListener("abort", stop, { once: true });
    worker.once("message", (answer: LookupAnswer) => resolve(succeed(answer)));
    worker.once("error", () => resolve(fail("io", "The search failed. Try a narrower folder or a simpler pattern.")));
    worker.once("exit", () => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", stop);
      resolve(fail("io", "The search ended without an answer. Try again with a narrower folder."));
    });
  });
  await worker.terminate();
  for (const port of ports) port.close();
  return outcome;
}

function openBase(start: LookupStart): { base: LookupBase; ports: { close(): void }[] } {
  if (start.kind === "disk") return { base: start, ports: [] };
  const { port1, port2 } = new MessageChannel();
  serveMounts(port1, [start.mount]);
  return { base: { kind: "mount", prefix: start.mount.prefix, name: start.name, port: port2 }, ports: [port1] };
}

function stopped(): Outcome<never> {
  return fail("stopped", "The search was stopped.");
}

function timedOut(): Outcome<never> {
  return fail("timeout", "The search took too long and was ended. Search a narrower folder, or use a simpler pattern.");
}
