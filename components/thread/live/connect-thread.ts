import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "#components/api/query-keys.ts";
import { applyEvent } from "./apply-event.ts";
import { coalesce } from "./coalesce.ts";
import { isDataChunk, type LiveEvent } from "./live-event.ts";
import type { Connection, LiveStore } from "./live-store.ts";
import { announcedSeq } from "./reduce-live.ts";
import { continues, lastSeq, leafOf, mergeRows, type RowLog } from "./row-log.ts";
import { rowsQuery } from "./rows-query.ts";
import { type FetchPage, loadNewer, loadNewest, reloadRows } from "./sync-rows.ts";

interface ThreadConnection {
  client: QueryClient;
  chatId: string;
  store: LiveStore;
  fetchPage: FetchPage;
  openStream(handlers: {
    onEvent(event: LiveEvent): void;
    onConnection(connection: Connection): void;
    onRefused(): void;
  }): () => void;
}

/**
 * Joins the event stream of a chat with its stored rows: what streams is shown at once, and every committed row is fetched
 * and takes its place. Every event names the newest committed row, so a row that was missed is noticed at the next event.
 * Answers how to end it.
 */
export function connectThread({ client, chatId, store, fetchPage, openStream }: ThreadConnection): () => void {
  const query = rowsQuery(client, chatId, fetchPage);
  const held = () => client.getQueryData<RowLog>(query.queryKey);
  const refresh = (...keys: (readonly unknown[])[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  // A fetch that fails is not the end: the next event, or the status that follows a reconnection, asks again.
  const ignore = () => {};

  let announced = 0;
  let asked = 0;
  /** The leaf, as far as the newest event that named one says; another row than the newest here means another branch. */
  let leafId: string | undefined;
  const isBehind = () => lastSeq(held()) < announced;
  const isElsewhere = (log: RowLog) => leafId !== undefined && leafOf(log)?.id !== leafId;
  const syncRows = coalesce(async () => {
    const log = held() ?? (await client.fetchQuery(query));
    // A row that is announced and not listed is asked for once, not at every event.
    asked = announced;
    let results = 0;
    let isOtherBranch = false;
    await loadNewer(fetchPage, lastSeq(log), (rows) => {
      const now = held() ?? log;
      isOtherBranch = !continues(now, rows);
      if (isOtherBranch) return false;
      client.setQueryData<RowLog>(query.queryKey, mergeRows(now, rows));
      results += rows.filter((row) => row.role === "tool").length;
      return isBehind();
    });
    if (isOtherBranch || isElsewhere(held() ?? log)) {
      client.setQueryData<RowLog>(query.queryKey, await loadNewest(fetchPage));
    }
    leafId = undefined;
    if (results > 0) refresh(["files"]);
    refresh(queryKeys.requests(chatId));
  }, ignore);

  // What the newest request leaves out is a mark on old rows, so these are read again when it has changed.
  const syncMarks = coalesce(async () => {
    const log = held();
    if (!log) return;
    const rows = await reloadRows(fetchPage, log);
    const ids = new Set(held()?.rows.map(({ id }) => id));
    const known = rows.filter(({ id }) => ids.has(id));
    client.setQueryData<RowLog>(query.queryKey, (now) => mergeRows(now ?? log, known));
  }, ignore);
  let leftOut = "0/0";

  const onEvent = (event: LiveEvent) => {
    if (event.conversationId !== chatId) return;
    store.push(event);
    announced = Math.max(announced, announcedSeq(event));
    const { chunk } = event;
    if (isDataChunk(chunk) && chunk.type === "data-branch") leafId = chunk.data.leafId;
    if (isDataChunk(chunk) && chunk.type === "data-status" && chunk.data.leafId) leafId = chunk.data.leafId;
    if (isDataChunk(chunk) && chunk.type === "data-row") leafId = undefined;
    if ((isBehind() && asked < announced) || leafId !== undefined) void syncRows();
    if (!isDataChunk(chunk)) return;
    applyEvent(client, chatId, chunk);
    if (chunk.type === "data-projection") {
      const counts = `${chunk.data.cleared}/${chunk.data.dropped}`;
      if (counts !== leftOut) void syncMarks();
      leftOut = counts;
    }
    if (chunk.type === "data-status" && chunk.data.status !== "running") {
      void syncRows();
      refresh(queryKeys.chat(chatId), queryKeys.chats, queryKeys.subagents(chatId));
    }
  };

  return openStream({
    onEvent,
    onConnection: store.setConnection,
    onRefused: () => refresh(queryKeys.chat(chatId)),
  });
}
