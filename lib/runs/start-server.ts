import { type Env, env } from "#lib/env.ts";
import { diskFailure, explainStoreError, lockFolder } from "#lib/store/index.ts";
import { startTelemetry } from "./observe/start-telemetry.ts";
import { recoverRuns, watchLeases } from "./recover-runs.ts";
import { type Runtime, setRuntime } from "./runtime.ts";
import { startRuntime } from "./start-runtime.ts";
import { leaveRuns } from "./stop-run.ts";

/** Starts everything that lives as long as the server. With wrong settings, or without its log, the server does not run at all. */
export async function startServer(): Promise<void> {
  try {
    // Before anything of the folder is read: two servers on one log would undo each other's work.
    await lockFolder(env().dataFolder, addressOf(env()));
    const { otlp } = env();
    const flushTelemetry = otlp ? await startTelemetry(otlp) : undefined;
    const starting = startRuntime(env());
    setRuntime(starting);
    const runtime = await starting;
    endWithProcess(runtime, flushTelemetry);
    // Not awaited: the practice model and the first requests need a server that answers.
    void recoverRuns(runtime, { everything: true })
      .catch((error: unknown) => runtime.alert("bug", "recover", error))
      .finally(() => watchLeases(runtime));
  } catch (error) {
    process.stderr.write(`Longhand cannot start: ${explain(error)}\n`);
    process.exit(1);
  }
}

function addressOf({ host, port }: Env): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function explain(error: unknown): string {
  const failure = diskFailure(error);
  if (!failure) return error instanceof Error ? error.message : String(error);
  return `${explainStoreError(failure)}\n  data folder: ${env().dataFolder}\n  detail: ${failure.message}`;
}

function endWithProcess(runtime: Runtime, flushTelemetry: (() => Promise<void>) | undefined): void {
  const end = () => {
    void leaveRuns(runtime)
      .then(() => runtime.store.close())
      .then(flushTelemetry)
      .finally(() => process.exit(0));
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}
