import { setImmediate as nextTick } from "node:timers/promises";
import type { LogEntry } from "#lib/agent/types.ts";
import { type Estimator, plainEstimator, readEstimate, type TokenCounts } from "#lib/context/index.ts";
import type { LogRow } from "#lib/store/index.ts";
import { toEntry } from "./log-entries.ts";
import { withoutForeign } from "./origin.ts";
import type { Runtime } from "./runtime.ts";

/** Others get their turn after so much counting. */
const SLICE_MS = 20;

/**
 * The rows as the loop holds them, counted by the rule of the run. What was stored under another rule is counted now and kept:
 * after a change of the model that is every row once, later none.
 */
export async function countRows(
  { store, estimates, provider }: Pick<Runtime, "store" | "estimates" | "provider">,
  { conversationId, rows, estimator }: { conversationId: string; rows: LogRow[]; estimator: Estimator },
): Promise<LogEntry[]> {
  const { rule } = estimator;
  const isKnown = (row: LogRow) => readEstimate(row.estimate, rule) !== undefined;
  const entryOf = (row: LogRow, tokens?: number) => withoutForeign(toEntry(row, rule, tokens), row, provider);
  if (rows.every(isKnown)) return rows.map((row) => entryOf(row));
  const kept = await store.estimates.get(conversationId, rule);
  const added = new Map<string, number>();
  const entries: LogEntry[] = [];
  let since = performance.now();
  for (const row of rows) {
    const entry = entryOf(row, kept.get(row.id));
    if (isKnown(row) || kept.has(row.id)) entries.push(entry);
    else {
      const tokens = countEntry(entry, estimator);
      estimates.computed++;
      added.set(row.id, tokens);
      entries.push({ ...entry, tokens });
    }
    if (performance.now() - since < SLICE_MS) continue;
    await nextTick();
    since = performance.now();
  }
  await store.estimates.add(conversationId, rule, added);
  return entries;
}

function countEntry(entry: LogEntry, estimator: Estimator): number {
  if (entry.role === "user") return estimator.message({ role: "user", content: entry.text });
  return entry.role === "tool"
    ? estimator.part(entry.part)
    : estimator.message({ role: "assistant", content: entry.content });
}

/** Counts something new by both rules, for the row that it becomes. */
export function countBoth(
  { estimates }: Pick<Runtime, "estimates">,
  estimator: Estimator,
  count: (by: Estimator) => number,
): TokenCounts {
  estimates.computed++;
  return { tokens: count(estimator), plain: count(plainEstimator) };
}
