import { fail, succeed } from "./outcome.ts";
import { type OutputRecord, openOutputRecord } from "./record-output.ts";
import type { Sandbox, SandboxProcess } from "./sandbox.ts";
import type { CommandOutcome, CommandRequest, Outcome } from "./types.ts";

/** The longest that a timer of the platform can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a command to its end, its deadline, its stop or its output limit. The deadline counts from the start of the
 * command, not from its place in a queue. Must not reject.
 */
export async function runCommand(
  sandbox: Sandbox,
  request: CommandRequest,
  maxOutputBytes: number,
): Promise<Outcome<CommandOutcome>> {
  const ending = createEnding();
  const output = await openOutputRecord(request.outputFile, maxOutputBytes, () => ending.end("output-limit")).catch(
    () => undefined,
  );
  if (output === undefined) return unrecorded("The output could not be recorded, so the command was not started.");
  try {
    const process = await start(sandbox, request);
    if (process !== undefined) return succeed(await follow(process, output, ending, request.timeoutMs));
    if (request.signal.aborted) return succeed(unstarted());
    return fail("io", "The command could not be started. Try again once, then use the file tools.");
  } catch {
    ending.end("stopped");
    return unrecorded("The output could not be recorded to its end. The command may have had effects: look first.");
  } finally {
    await output.close().catch(() => {});
  }
}

/** How a command ended; the first cause counts. */
function createEnding() {
  const ending = {
    how: "exit" as CommandOutcome["ended"],
    process: undefined as SandboxProcess | undefined,
    end(how: CommandOutcome["ended"]) {
      if (ending.how === "exit") ending.how = how;
      void ending.process?.kill();
    },
  };
  return ending;
}

async function start(sandbox: Sandbox, { command, signal }: CommandRequest): Promise<SandboxProcess | undefined> {
  try {
    return await sandbox.spawn({ command, abortSignal: signal });
  } catch {
    return undefined;
  }
}

/** Rejects only where the output cannot be written. */
async function follow(
  process: SandboxProcess,
  output: OutputRecord,
  ending: ReturnType<typeof createEnding>,
  timeoutMs: number,
): Promise<CommandOutcome> {
  ending.process = process;
  const started = performance.now();
  const deadline = setTimeout(() => ending.end("timeout"), Math.min(Math.max(0, timeoutMs), MAX_TIMER_MS));
  try {
    const [stdout, stderr, exitCode] = await Promise.all([
      output.record(process.stdout),
      output.record(process.stderr),
      readExitCode(process, ending),
    ]);
    return {
      exitCode: ending.how === "exit" ? exitCode : null,
      ended: ending.how,
      stdout,
      stderr,
      kept: ending.how === "exit" || output.bytes > 0,
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    clearTimeout(deadline);
  }
}

async function readExitCode(process: SandboxProcess, ending: ReturnType<typeof createEnding>): Promise<number | null> {
  try {
    return (await process.wait()).exitCode;
  } catch {
    ending.end("stopped");
    return null;
  }
}

function unstarted(): CommandOutcome {
  return { exitCode: null, ended: "stopped", stdout: "", stderr: "", kept: false, durationMs: 0 };
}

function unrecorded(reason: string): Outcome<never> {
  return fail("io", `${reason} Ask the person to look at the disk.`);
}
