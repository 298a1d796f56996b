"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { eventsPath, fetchMessages } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { connectThread } from "./connect-thread.ts";
import type { LiveState } from "./live-state.ts";
import { type Connection, createLiveStore, type LiveStore } from "./live-store.ts";
import { nextFrame } from "./next-frame.ts";
import { openEventStream } from "./open-event-stream.ts";
import { prependPage, type RowLog } from "./row-log.ts";
import { rowsQuery } from "./rows-query.ts";
import { type FetchPage, loadEarlier } from "./sync-rows.ts";

const LiveContext = createContext<LiveStore | undefined>(undefined);

/** Keeps the event stream of one chat open while its screen is shown. Key it by the chat. */
export function LiveProvider({ chatId, children }: { chatId: string; children: ReactNode }) {
  const client = useQueryClient();
  const [store] = useState(() => createLiveStore(nextFrame));
  useEffect(
    () =>
      connectThread({
        client,
        chatId,
        store,
        fetchPage: pagesOf(chatId),
        openStream: (handlers) => openEventStream(eventsPath(chatId), handlers),
      }),
    [client, chatId, store],
  );
  return <LiveContext value={store}>{children}</LiveContext>;
}

/** `select` must answer the same object while nothing that it reads has changed. */
export function useLive<Selected>(select: (state: LiveState) => Selected): Selected | undefined {
  const store = useContext(LiveContext);
  return useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    () => store && select(store.getState()),
    () => undefined,
  );
}

export function useConnection(): Connection {
  const store = useContext(LiveContext);
  return useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    () => store?.getConnection() ?? "connecting",
    () => "connecting" as const,
  );
}

const subscribeToNothing = () => () => {};

const pagesOf =
  (chatId: string): FetchPage =>
  (page) =>
    fetchMessages(chatId, { ...page, path: 1 });

export function useRows(chatId: string) {
  const client = useQueryClient();
  return useQuery(rowsQuery(client, chatId, pagesOf(chatId)));
}

/** Answers how to load the page before the loaded rows; undefined at the beginning of the chat. */
export function useEarlierRows(chatId: string, before: number | undefined) {
  const client = useQueryClient();
  const load = useMutation({
    mutationFn: (seq: number) => loadEarlier(pagesOf(chatId), seq),
    onSuccess: (page) => {
      client.setQueryData<RowLog>(queryKeys.rows(chatId), (log) => prependPage(log ?? { rows: [] }, page));
    },
  });
  return { load: before === undefined ? undefined : () => load.mutate(before), isLoading: load.isPending };
}

/** Drops what streamed once it is drawn as rows. */
export function useSettle(rows: RowLog["rows"], active: boolean): void {
  const store = useContext(LiveContext);
  useEffect(() => store?.settle(rows, active), [store, rows, active]);
}
