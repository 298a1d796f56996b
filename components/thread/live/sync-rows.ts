import type { MessagePage } from "#lib/store/views.ts";
import { lastSeq, mergeRows, prependPage, type RowLog } from "./row-log.ts";

export type FetchPage = (page: { before?: number; after?: number; limit?: number }) => Promise<MessagePage>;

const PAGE_ROWS = 60;

/** The newest page of a chat. */
export async function loadNewest(fetchPage: FetchPage): Promise<RowLog> {
  return prependPage({ rows: [] }, await fetchPage({ limit: PAGE_ROWS }));
}

export async function loadEarlier(fetchPage: FetchPage, before: number): Promise<MessagePage> {
  return fetchPage({ before, limit: PAGE_ROWS });
}

/**
 * All rows after the given `seq`. Pages are asked for until one brings nothing new, because the server may give fewer rows
 * than were asked for.
 */
export async function loadNewer(fetchPage: FetchPage, after: number): Promise<MessagePage["messages"]> {
  let added: RowLog = { rows: [] };
  for (let from = after; ; from = lastSeq(added)) {
    added = mergeRows(added, (await fetchPage({ after: from, limit: PAGE_ROWS })).messages);
    if (lastSeq(added) <= from) return [...added.rows];
  }
}

/** The rows of the log again, as the newest request treats them: newest page first. */
export async function reloadRows(fetchPage: FetchPage, log: RowLog): Promise<MessagePage["messages"]> {
  const first = log.rows[0]?.seq;
  if (first === undefined) return [];
  const reloaded: MessagePage["messages"] = [];
  let before: number | undefined = lastSeq(log) + 1;
  while (before !== undefined && before > first) {
    const page: MessagePage = await fetchPage({ before, limit: PAGE_ROWS });
    reloaded.push(...page.messages);
    before = page.before;
  }
  return reloaded;
}
