import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface ModelProcess {
  /** Ends in /v1. */
  url: string;
  /** The pause between the pieces of an answer, from now on. */
  pace(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The model server as a process of its own, so that counting tokens costs the measured process nothing. */
export async function startModelProcess(mind: string, ...options: string[]): Promise<ModelProcess> {
  const args = ["lib/models/server/main.ts", "--port", "0", "--control", "--script", mind, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { url, origin } = JSON.parse(line) as { url: string; origin: string };
  return {
    url,
    async pace(perChunkMilliseconds) {
      const body = JSON.stringify({ perChunkMilliseconds });
      const { ok, status } = await fetch(`${origin}/control/reset`, { method: "POST", body });
      if (!ok) throw new Error(`the model server refused a setting with status ${status}`);
    },
    async close() {
      child.kill();
      await ended;
    },
  };
}
