import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "#components/api/query-keys.ts";
import { applyEvent } from "./apply-event.ts";
import { coalesce } from "./coalesce.ts";
import { isDataChunk, type LiveEvent } from "./live-event.ts";
import type { Connection, LiveStore } from "./live-store.ts";
import { announcedSeq } from "./reduce-live.ts";
import { lastSeq, mergeRows, type RowLog } from "./row-log.ts";
import { rowsQuery } from "./rows-query.ts";
import { type FetchPage, loadNewer, reloadRows } from "./sync-rows.ts";

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
  const isBehind = () => lastSeq(held()) < announced;
  const syncRows = coalesce(async () => {
    const log = held() ?? (await client.fetchQuery(query));
    // A row that is announced and not listed is asked for once, not at every event.
    asked = announced;
    let results = 0;
    await loadNewer(fetchPage, lastSeq(log), (rows) => {
      client.setQueryData<RowLog>(query.queryKey, (now) => mergeRows(now ?? log, rows));
      results += rows.filter((row) => row.role === "tool").length;
      return isBehind();
    });
    if (results > 0) refresh(["files"]);
    refresh(queryKeys.requests(chatId));
  }, ignore);

  // What the newest request leaves out is a mark on old rows, so these are read again when it has changed.
  const syncMarks = coalesce(async () => {
    const log = held();
    if (!log) return;
    const rows = await reloadRows(fetchPage, log);
    client.setQueryData<RowLog>(query.queryKey, (now) => mergeRows(now ?? log, rows));
  }, ignore);
  let leftOut = "0/0";

  const onEvent = (event: LiveEvent) => {
    if (event.conversationId !== chatId) return;
    store.push(event);
    announced = Math.max(announced, announcedSeq(event));
    if (isBehind() && asked < announced) void syncRows();
    const { chunk } = event;
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
