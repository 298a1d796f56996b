import type { ModelServer } from "#lib/models/server/index.ts";
import type { ApiClient } from "../support/api-client.ts";
import { sha256 } from "./first-sight.ts";

export interface RequestCounts {
  /** Requests in the ledger. */
  requests: number;
  /** Those that were not the first attempt at their step. */
  retries: number;
  mostAttempts: number;
  /** Requests that a kill or an end of the process left without an answer, and that were sent again by another process. */
  askedAgain: number;
  /** Bodies that the model received, and that were found in the ledger. */
  comparedBodies: number;
}

interface Outcome extends RequestCounts {
  problems: string[];
}

/** Compares the ledger with what the model received, and every repeated request with the one that it repeats. */
export async function checkRequests(
  api: ApiClient,
  server: ModelServer,
  conversations: string[],
  outcome: Outcome,
): Promise<void> {
  const ledger = new Map<string, number>();
  for (const id of conversations) {
    let before: { body: string; isOpen: boolean } | undefined;
    for (const { n, attempt, finishReason } of await api.requests(id)) {
      const body = await api.requestBody(id, n);
      ledger.set(sha256(body), (ledger.get(sha256(body)) ?? 0) + 1);
      outcome.requests++;
      outcome.mostAttempts = Math.max(outcome.mostAttempts, attempt);
      if (attempt > 1) outcome.retries++;
      if (before?.isOpen && placeOf(before.body) === placeOf(body)) {
        if (attempt === 1) outcome.askedAgain++;
        if (before.body !== body)
          outcome.problems.push(`request ${n} of ${id} has other bytes than the one it repeats`);
      }
      before = { body, isOpen: finishReason === undefined };
    }
  }
  checkReceived(server, ledger, outcome);
}

/** Whatever reached the model is in the ledger, byte for byte and as often; what was cut on its way is there as well. */
function checkReceived(server: ModelServer, ledger: ReadonlyMap<string, number>, outcome: Outcome): void {
  const { lastRequests, refusals, requests } = server.stats();
  const received = new Map<string, number>();
  for (const { body, number } of lastRequests) {
    if (body === undefined) continue;
    const hash = sha256(body);
    const times = (received.get(hash) ?? 0) + 1;
    received.set(hash, times);
    outcome.comparedBodies++;
    if (times > (ledger.get(hash) ?? 0)) outcome.problems.push(`request ${number} of the model is not in the ledger`);
  }
  if (outcome.comparedBodies !== requests) outcome.problems.push("not every body that the model received was kept");
  const refused = Object.keys(refusals).filter((status) => status.startsWith("4"));
  if (refused.length > 0) outcome.problems.push(`the model refused requests with ${refused.join()}`);
}

/** Where in the conversation a request stands: it repeats another one when the place is the same. */
function placeOf(body: string): string {
  const { input } = JSON.parse(body) as { input: unknown[] };
  return `${input.length} ${JSON.stringify(input.at(-1))}`;
}
