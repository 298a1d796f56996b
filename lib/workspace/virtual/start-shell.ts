import { MessageChannel, Worker } from "node:worker_threads";
import { serveMounts } from "../mount-port.ts";
import type { VirtualMount } from "../types.ts";
import type { ShellAnswer, ShellCommand, ShellSetup } from "./shell-messages.ts";

export interface ShellOptions {
  root: string;
  mounts: readonly VirtualMount[];
  maxOutputBytes: number;
}

/** One worker. It runs one command at a time and is of no more use once it has ended. */
export interface Shell {
  readonly ended: boolean;
  /** Resolves also when the worker dies: then with exit code 137 and a sentence. Must not reject. */
  run(command: ShellCommand): Promise<ShellAnswer>;
  end(): Promise<void>;
}

export function startShell({ root, mounts, maxOutputBytes }: ShellOptions): Shell {
  const { port1, port2 } = new MessageChannel();
  serveMounts(port1, mounts);
  const prefixes = mounts.map(({ prefix }) => prefix);
  const worker = new Worker(new URL("./shell-worker.ts", import.meta.url), {
    workerData: { root, prefixes, mountPort: port2, maxOutputBytes } satisfies ShellSetup,
    transferList: [port2],
    // Nothing of the host's environment, and no flags that were meant for the server.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  let ended = false;
  let answer: ((answer: ShellAnswer) => void) | undefined;
  const finish = () => {
    ended = true;
    port1.close();
    answer?.(deathAnswer());
  };
  worker.on("error", finish);
  worker.on("exit", finish);
  worker.on("message", (message: ShellAnswer) => answer?.(message));
  return {
    get ended() {
      return ended;
    },
    async run(command) {
      worker.ref();
      const settled = await new Promise<ShellAnswer>((resolve) => {
        answer = resolve;
        if (ended) finish();
        else worker.postMessage(command);
      });
      answer = undefined;
      worker.unref();
      return settled;
    },
    async end() {
      ended = true;
      await worker.terminate();
    },
  };
}

function deathAnswer(): ShellAnswer {
  const text = "bash: the shell ran out of memory or failed, and was started anew; work on smaller pieces\n";
  return { exitCode: 137, stdout: new Uint8Array(), stderr: Buffer.from(text) };
}
