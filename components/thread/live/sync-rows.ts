import type { MessagePage } from "#lib/store/views.ts";
import { lastSeq, prependPage, type RowLog } from "./row-log.ts";

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
 * All rows after the given `seq`, page by page. The server may give fewer rows than were asked for, so pages are asked for
 * until one brings nothing new or `take` answers that it needs no more.
 */
export async function loadNewer(
  fetchPage: FetchPage,
  after: number,
  take: (rows: MessagePage["messages"]) => boolean,
): Promise<void> {
  for (let from = after, next = after; ; from = next) {
    const { messages } = await fetchPage({ after: from, limit: PAGE_ROWS });
    next = messages.reduce((last, row) => Math.max(last, row.seq), from);
    if (next === from || !take(messages)) return;
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
