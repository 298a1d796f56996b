import type { Logger } from "pino";

/** Faults that an operator should see. Everything that a person can decide or mend in the browser is none. */
export type AlertCode = "retries-exhausted" | "database" | "disk" | "bug";

export type RaiseAlert = (code: AlertCode, id: string, detail: unknown) => void;

const QUIET_MS = 10 * 60_000;

/**
 * One log line `level: error, alert: true` per alert, and a POST to `url` if there is one, at most once per code in ten
 * minutes. Never throws: an alert about a fault must not be a second fault.
 */
export function createAlerts(input: {
  log: Logger;
  url?: string;
  now: () => number;
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
    const body = JSON.stringify({ code, id, at: input.now() });
    const headers = { "content-type": "application/json" };
    fetch(input.url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
      input.log.warn({ err: error }, "an alert could not be posted");
    });
  };
}
