import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "#components/api/query-keys.ts";
import type { MessageView } from "#lib/store/views.ts";
import { continues, lastSeq, mergeRows, type RowLog } from "./row-log.ts";
import { type FetchPage, loadNewer, loadNewest } from "./sync-rows.ts";

/**
 * The stored rows that the browser holds of a chat: first the newest page, later what came after it. Comparing megabytes of
 * rows structurally at every answer would be wasted: rows keep their identity by themselves.
 */
export function rowsQuery(client: QueryClient, chatId: string, fetchPage: FetchPage) {
  const queryKey = queryKeys.rows(chatId);
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<RowLog> => {
      const held = client.getQueryData<RowLog>(queryKey);
      if (!held) return loadNewest(fetchPage);
      const newer: MessageView[] = [];
      await loadNewer(fetchPage, lastSeq(held), (rows) => newer.push(...rows) > 0);
      return continues(held, newer)
        ? mergeRows(client.getQueryData<RowLog>(queryKey) ?? held, newer)
        : loadNewest(fetchPage);
    },
    staleTime: 0,
    structuralSharing: false,
  });
}
