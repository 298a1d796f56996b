import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface ModelProcess {
  /** Ends in /v1. */
  url: string;
  close(): Promise<void>;
}

/** The model server as a process of its own, so that counting tokens costs the measured process nothing. */
export async function startModelProcess(mind: string, ...options: string[]): Promise<ModelProcess> {
  const args = ["lib/models/server/main.ts", "--port", "0", "--script", mind, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    async close() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
