import type { Sandbox, SandboxCommand, SandboxProcess } from "../sandbox.ts";
import { createTurns } from "./create-turns.ts";
import type { ShellAnswer } from "./shell-messages.ts";
import { type Shell, type ShellOptions, startShell } from "./start-shell.ts";

/** For the instructions of an agent: what the virtual shell has, and what it has not. */
const shellDescription = [
  "A virtual bash with about 80 of the usual commands (ls, find, grep, rg, sed, awk, sort, jq, yq, sqlite3, tar, diff, …), python3 with its standard library, and js-exec for JavaScript.",
  "It starts in /workspace. Only files below /workspace last; /tmp is lost when the shell is started anew. Symbolic links are not followed.",
  "There is no network, no git, node, npm, pip or make. Nobody can answer a prompt. A range in braces gives at most 10,000 items; use seq for more. Output comes when the command ends, so a command that is ended early leaves none: prefer several narrow commands.",
].join("\n");

/** A sandbox that needs nothing installed. It owns one warm worker, started with the first command and again after a kill. */
export interface VirtualSandbox extends Sandbox {
  /** Ends the worker, and with it a running command. Later commands are refused. */
  close(): Promise<void>;
}

export function createVirtualSandbox(options: ShellOptions): VirtualSandbox {
  const turns = createTurns();
  const closing = new AbortController();
  let shell: Shell | undefined;
  return {
    description: shellDescription,
    async spawn(command) {
      const signal = AbortSignal.any([closing.signal, ...(command.abortSignal ? [command.abortSignal] : [])]);
      const release = await turns.take(signal);
      signal.throwIfAborted();
      if (shell === undefined || shell.ended) shell = startShell(options);
      return startProcess(shell, command, signal, release);
    },
    async close() {
      closing.abort(new Error("The session was closed."));
      await shell?.end();
    },
  };
}

/** All output comes at once, with the answer. A kill settles the process at once and lets the next one in when the worker is gone. */
function startProcess(shell: Shell, options: SandboxCommand, signal: AbortSignal, release: () => void): SandboxProcess {
  const { promise, resolve, reject } = Promise.withResolvers<ShellAnswer>();
  let running = true;
  const kill = async (reason: unknown) => {
    if (!running) return;
    running = false;
    reject(reason);
    await shell.end();
  };
  const stop = () => void kill(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const { command, workingDirectory = "/workspace", env = {} } = options;
  void shell.run({ command, workingDirectory, env }).then((answer) => {
    signal.removeEventListener("abort", stop);
    running = false;
    resolve(answer);
    release();
  });
  return {
    stdout: streamOnce(promise.then(({ stdout }) => stdout)),
    stderr: streamOnce(promise.then(({ stderr }) => stderr)),
    wait: async () => ({ exitCode: (await promise).exitCode }),
    kill: () => kill(new Error("The command was ended.")),
  };
}

function streamOnce(output: Promise<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      const bytes = await output.catch(() => new Uint8Array());
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
