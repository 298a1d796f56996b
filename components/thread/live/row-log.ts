import type { MessagePage, MessageView } from "#lib/store/views.ts";

/** The stored rows of a chat that the browser holds: ascending by `seq`, without gaps. */
export interface RowLog {
  rows: readonly MessageView[];
  /** Rows before this `seq` are not loaded; absent when the beginning is. */
  before?: number;
}

/**
 * Adds rows to the log. Rows never change once written, apart from what the newest request did with them, so a row that is
 * known and says the same keeps its identity and is not drawn again.
 */
export function mergeRows(log: RowLog, incoming: readonly MessageView[]): RowLog {
  if (incoming.length === 0) return log;
  const known = new Map(log.rows.map((row) => [row.id, row]));
  let changed = false;
  for (const row of incoming) {
    const before = known.get(row.id);
    if (before && before.sent === row.sent && before.onPath === row.onPath) continue;
    known.set(row.id, row);
    changed = true;
  }
  if (!changed) return log;
  return { ...log, rows: [...known.values()].sort((a, b) => a.seq - b.seq) };
}

/** Puts the page that ends where the log begins in front of it. */
export function prependPage(log: RowLog, page: MessagePage): RowLog {
  const { before: _old, ...merged } = mergeRows(log, page.messages);
  return page.before === undefined ? merged : { ...merged, before: page.before };
}

export const lastSeq = (log: RowLog | undefined): number => log?.rows.at(-1)?.seq ?? 0;
