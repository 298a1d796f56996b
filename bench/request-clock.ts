import { subscribe } from "node:diagnostics_channel";

/** When requests left this process and when their answers had come whole, in milliseconds of `performance.now()`, in order. */
export interface RequestClock {
  left: number[];
  answered: number[];
}

/** Listens to the HTTP client of the process. The channels are undici's own. */
export function watchRequests(): RequestClock {
  const clock: RequestClock = { left: [], answered: [] };
  subscribe("undici:request:create", () => clock.left.push(performance.now()));
  subscribe("undici:request:trailers", () => clock.answered.push(performance.now()));
  return clock;
}
