import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const START_MS = 60_000;
const END_MS = 20_000;

export interface AppProcess {
  child: ChildProcess;
  /** Ends it as a power cut would. */
  kill9(): Promise<void>;
  /** Asks it to end, as a service manager would. */
  terminate(): Promise<void>;
}

/**
 * Starts the built app as one process, the server itself, so that a kill reaches it. The project's root is the current folder.
 * Every line that it prints goes to `onLine`.
 */
export function spawnApp(
  port: number,
  environment: Record<string, string>,
  onLine: (line: string) => void,
): AppProcess {
  const args = ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(port)];
  const env = { ...cleanEnvironment(), NEXT_MANUAL_SIG_HANDLE: "true", NEXT_TELEMETRY_DISABLED: "1", ...environment };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", onLine);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const isLate = await Promise.race([ended.then(() => false), delay(END_MS, true, { ref: false })]);
    if (!isLate) return;
    child.kill("SIGKILL");
    await ended;
  };
  return { child, kill9: () => end("SIGKILL"), terminate: () => end("SIGTERM") };
}

/** Waits until the app answers. @throws Error with what it printed when it ends first, or takes more than a minute */
export async function waitUntilReady(url: string, { child }: AppProcess, printed: () => string[]): Promise<void> {
  const giveUpAt = Date.now() + START_MS;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(`The app did not start. Is it built?\n${printed().slice(-20).join("\n")}`);
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port could be found");
  return address.port;
}

/** What the tester's own shell has set must not reach the app that is tested. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(OPENAI_|LONGHAND_|HOST$|PORT$|NODE_ENV$)/.test(name));
  return Object.fromEntries(kept) as NodeJS.ProcessEnv;
}
