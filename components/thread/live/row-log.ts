import type { MessagePage, MessageView } from "#lib/store/views.ts";

/** The stored rows of a chat's branch that the browser holds: ascending by `seq`, none of the branch left out in between. */
export interface RowLog {
  rows: readonly MessageView[];
  /** Rows before this `seq` are not loaded; absent when the beginning is. */
  before?: number;
  /** Rows that follow the newest one on other branches. */
  afterLeaf?: readonly string[];
}

/**
 * Adds rows to the log. Rows never change once written, apart from what the newest request did with them, so a row that is
 * known and says the same keeps its identity and is not drawn again.
 */
export function mergeRows(log: RowLog, incoming: readonly MessageView[]): RowLog {
  const [first] = incoming;
  if (!first) return log;
  if (first.seq > lastSeq(log) && isAscending(incoming)) {
    return { ...withoutAfterLeaf(log), rows: [...log.rows, ...incoming] };
  }
  const known = new Map(log.rows.map((row) => [row.id, row]));
  let changed = false;
  for (const row of incoming) {
    const before = known.get(row.id);
    if (before && isSame(before, row)) continue;
    known.set(row.id, row);
    changed = true;
  }
  if (!changed) return log;
  return { ...log, rows: [...known.values()].sort((a, b) => a.seq - b.seq) };
}

const isAscending = (rows: readonly MessageView[]) =>
  rows.every((row, index) => index === 0 || row.seq > (rows[index - 1]?.seq ?? 0));

function isSame(a: MessageView, b: MessageView): boolean {
  return a.sent === b.sent && a.onPath === b.onPath && String(a.versions) === String(b.versions);
}

function withoutAfterLeaf({ afterLeaf: _, ...log }: RowLog): RowLog {
  return log;
}

/** The newest row of the branch: what a new message follows. */
export const leafOf = (log: RowLog): MessageView | undefined => log.rows.findLast((row) => row.onPath);

/**
 * Whether rows that were fetched after those of the log go on from them. They do not when another branch was chosen meanwhile:
 * then the first new row of the branch follows a row that is not the newest one here.
 */
export function continues(log: RowLog, newer: readonly MessageView[]): boolean {
  const first = newer.find((row) => row.onPath);
  return !first || first.parentId === leafOf(log)?.id;
}

/** Puts the page that ends where the log begins in front of it. */
export function prependPage(log: RowLog, page: MessagePage): RowLog {
  const { before: _old, ...merged } = mergeRows(log, page.messages);
  return {
    ...merged,
    ...(page.before !== undefined && { before: page.before }),
    ...(page.afterLeaf && { afterLeaf: page.afterLeaf }),
  };
}

export const lastSeq = (log: RowLog | undefined): number => log?.rows.at(-1)?.seq ?? 0;
