import type { RequestRecord, ServerStats } from "./types.ts";

const RECORDS_KEPT = 1000;

export interface Statistics {
  /** Called when a request has been read. */
  open(): void;
  /** Called once for every opened request, when its answer has ended in whatever way. */
  close(record: RequestRecord, outcome: { refused?: number; overflow: boolean; abandoned: boolean }): void;
  read(): ServerStats;
  clear(): void;
}

export function createStatistics(keepBodies: () => number): Statistics {
  let totals = emptyTotals();
  let lastRequests: RequestRecord[] = [];

  return {
    open() {
      totals.requests += 1;
      totals.inFlight += 1;
      totals.mostInFlight = Math.max(totals.mostInFlight, totals.inFlight);
    },
    close(record, { refused, overflow, abandoned }) {
      totals.inFlight = Math.max(0, totals.inFlight - 1);
      totals.largestRequest = Math.max(totals.largestRequest, record.inputTokens);
      if (overflow) totals.overflows += 1;
      if (abandoned) totals.abandoned += 1;
      if (refused !== undefined) {
        totals.refusals[refused] = (totals.refusals[refused] ?? 0) + 1;
      } else if (record.status === 200) {
        totals.largestAccepted = Math.max(totals.largestAccepted, record.inputTokens);
        totals.inputTokens += record.inputTokens;
        totals.cachedTokens += record.cachedTokens;
        totals.outputTokens += record.outputTokens;
      }
      lastRequests.push(record);
      lastRequests = lastRequests.slice(-Math.max(RECORDS_KEPT, keepBodies()));
      const withoutBody = lastRequests[lastRequests.length - 1 - keepBodies()];
      if (withoutBody) delete withoutBody.body;
    },
    read() {
      const cachedShare = totals.inputTokens === 0 ? 0 : totals.cachedTokens / totals.inputTokens;
      return {
        ...totals,
        refusals: { ...totals.refusals },
        cachedShare,
        lastRequests: lastRequests.map((record) => ({ ...record })),
      };
    },
    clear() {
      totals = { ...emptyTotals(), inFlight: totals.inFlight };
      lastRequests = [];
    },
  };
}

function emptyTotals(): Omit<ServerStats, "cachedShare" | "lastRequests"> {
  return {
    requests: 0,
    refusals: {},
    overflows: 0,
    largestRequest: 0,
    largestAccepted: 0,
    inputTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    inFlight: 0,
    mostInFlight: 0,
    abandoned: 0,
  };
}
