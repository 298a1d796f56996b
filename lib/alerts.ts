import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

/** Faults that an operator should see. Everything that a person can decide or mend in the browser is none. */
export type AlertCode = "retries-exhausted" | "database" | "disk" | "bug";

export type RaiseAlert = (code: AlertCode, id: string, detail: unknown) => void;

const QUIET_MS = 10 * 60_000;
/** Waits before each try to post: whatever made the fault may have taken the network with it. */
const TRIES_AFTER_MS = [0, 5_000, 60_000];
const LONGEST_POST_MS = 10_000;

/**
 * One log line `level: error, alert: true` per alert, and a POST to `url` if there is one, at most once per code in ten
 * minutes; a POST that fails is tried again a few times. Never throws: an alert about a fault must not be a second fault.
 */
export function createAlerts(input: {
  log: Logger;
  url?: string;
  now: () => number;
  /** Milliseconds before each try to post. */
  triesAfterMs?: readonly number[];
  /** Called for every alert, also one that is not posted. */
  onAlert?: (code: AlertCode) => void;
}): RaiseAlert {
  const posted = new Map<AlertCode, number>();
  return (code, id, detail) => {
    input.onAlert?.(code);
    input.log.error({ alert: true, code, id, err: detail }, `alert: ${code}`);
    const last = posted.get(code);
    if (!input.url || (last !== undefined && input.now() - last < QUIET_MS)) return;
    posted.set(code, input.now());
    post(input.url, JSON.stringify({ code, id, at: input.now() }), input.triesAfterMs ?? TRIES_AFTER_MS).catch(
      (error: unknown) => input.log.warn({ code, id, err: error }, "an alert could not be posted"),
    );
  };
}

async function post(url: string, body: string, triesAfterMs: readonly number[]): Promise<void> {
  const headers = { "content-type": "application/json" };
  let failure: unknown;
  for (const wait of triesAfterMs) {
    await delay(wait, undefined, { ref: false });
    try {
      const { ok, status } = await fetch(url, {
        ...{ method: "POST", headers, body },
        signal: AbortSignal.timeout(LONGEST_POST_MS),
      });
      if (ok) return;
      failure = Object.assign(new Error("the address for alerts refused one"), { status });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
