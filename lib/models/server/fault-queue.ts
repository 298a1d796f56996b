import type { Fault } from "./types.ts";

/** Faults that come before any header; the others need an answer to spoil. */
export function isEarlyFault(fault: Fault): boolean {
  return fault.kind === "status" || fault.kind === "destroy" || fault.kind === "silence";
}

export interface FaultQueue {
  add(faults: Fault[]): void;
  /**
   * Uses up the first fault that matches the body. `answered: false` says that the request is refused anyway: a fault that
   * spoils an answer then stays in the queue.
   */
  take(bodyText: string, answered: boolean): Fault | undefined;
  clear(): void;
}

export function createFaultQueue(): FaultQueue {
  let waiting: { fault: Fault; times: number; skip: number }[] = [];
  return {
    add(faults) {
      for (const fault of faults) waiting.push({ fault, times: fault.times ?? 1, skip: fault.skip ?? 0 });
    },
    take(bodyText, answered) {
      for (const entry of waiting) {
        if (entry.fault.match !== undefined && !bodyText.includes(entry.fault.match)) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        if (!answered && !isEarlyFault(entry.fault)) return undefined;
        entry.times -= 1;
        if (entry.times <= 0) waiting = waiting.filter((other) => other !== entry);
        return entry.fault;
      }
      return undefined;
    },
    clear() {
      waiting = [];
    },
  };
}
