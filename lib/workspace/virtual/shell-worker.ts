import { parentPort, workerData } from "node:worker_threads";
import { Bash, InMemoryFs, MountableFs, ReadWriteFs } from "just-bash";
import { connectMounts } from "../mount-port.ts";
import { createMountFileSystem } from "./mount-file-system.ts";
import { outputToBytes } from "./output-bytes.ts";
import type { ShellAnswer, ShellCommand, ShellSetup } from "./shell-messages.ts";

/**
 * The virtual shell in a thread of its own: a command can keep the thread busy so that no timer fires in it, and only a
 * thread can be ended from outside.
 */
const MAX_FILE_BYTES = 128 * 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
const MANY = 10_000_000;

const LOST = "bash: the whole command ended there, and what it had printed is lost\n";

const setup = workerData as ShellSetup;

async function createShell(): Promise<Bash> {
  const base = new InMemoryFs();
  await base.mkdir("/tmp", { recursive: true });
  const fs = new MountableFs({
    base,
    mounts: [
      { mountPoint: "/workspace", filesystem: new ReadWriteFs({ root: setup.root, maxFileReadSize: MAX_FILE_BYTES }) },
      ...connectMounts(setup.mountPort, setup.prefixes).map((mount) => ({
        mountPoint: mount.prefix,
        filesystem: createMountFileSystem(mount, MAX_FILE_BYTES),
      })),
    ],
  });
  return new Bash({
    fs,
    cwd: "/workspace",
    env: { HOME: "/workspace", LANG: "C.UTF-8", PAGER: "cat" },
    javascript: true,
    python: true,
    // Far above the defaults: real data needs it, and what runs away is ended with the thread.
    executionLimits: {
      maxExecutionTimeMs: 2 * HOUR_MS,
      maxPythonTimeoutMs: HOUR_MS,
      maxJsTimeoutMs: HOUR_MS,
      maxSqliteTimeoutMs: HOUR_MS,
      maxCommandCount: MANY,
      maxLoopIterations: MANY,
      maxAwkIterations: MANY,
      maxSedIterations: MANY,
      maxJqIterations: MANY,
      maxWorkUnits: MANY,
      // Also counts what flows through pipes and redirections, so it is far above what is recorded.
      maxOutputSize: Math.max(256 * 1024 * 1024, 2 * setup.maxOutputBytes),
    },
  });
}

async function runInShell(shell: Bash, { command, workingDirectory, env }: ShellCommand): Promise<ShellAnswer> {
  try {
    const { exitCode, stdout, stderr } = await shell.exec(command, { cwd: workingDirectory, env });
    return { exitCode, stdout: cutOutput(stdout), stderr: cutOutput(explainLimit(stderr)) };
  } catch (error) {
    // Some refusals of the file system are thrown through the shell instead of ending one command.
    const text = error instanceof Error ? error.message : "the command failed";
    return { exitCode: 1, stdout: new Uint8Array(), stderr: cutOutput(`bash: ${text}\n${LOST}`) };
  }
}

/** One byte more than is recorded shows that there was more. The copy makes the bytes transferable. */
function cutOutput(printed: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(outputToBytes(printed).subarray(0, setup.maxOutputBytes + 1));
}

/** The shell's own advice is for its programmer; the model needs to know what it can do. */
function explainLimit(stderr: string): string {
  return stderr.replace(/, increase executionLimits\.\w+/g, "; work on smaller pieces");
}

const shell = createShell();
parentPort?.on("message", async (command: ShellCommand) => {
  const answer = await runInShell(await shell, command);
  parentPort?.postMessage(answer);
});
