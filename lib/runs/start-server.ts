import { env } from "#lib/env.ts";
import { recoverRuns, watchLeases } from "./recover-runs.ts";
import { type Runtime, setRuntime } from "./runtime.ts";
import { startRuntime } from "./start-runtime.ts";
import { leaveRuns } from "./stop-run.ts";

/** Starts everything that lives as long as the server. With wrong settings, or without its log, the server does not run at all. */
export async function startServer(): Promise<void> {
  try {
    const starting = startRuntime(env());
    setRuntime(starting);
    const runtime = await starting;
    endWithProcess(runtime);
    // Not awaited: the practice model and the first requests need a server that answers.
    void recoverRuns(runtime, { everything: true })
      .catch((error: unknown) => runtime.alert("bug", "recover", error))
      .finally(() => watchLeases(runtime));
  } catch (error) {
    process.stderr.write(`Longhand cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function endWithProcess(runtime: Runtime): void {
  const end = () => {
    void leaveRuns(runtime)
      .then(() => runtime.store.close())
      .finally(() => process.exit(0));
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}
