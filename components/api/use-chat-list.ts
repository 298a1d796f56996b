"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatListItem } from "#lib/store/views.ts";
import { changeChat, deleteChat, listChats, restoreChat } from "./chat-requests.ts";
import { queryKeys } from "./query-keys.ts";

const BUSY_POLL_MS = 4_000;
const IDLE_POLL_MS = 30_000;

/** The sidebar's list. Other tabs and scripts start chats too, so it asks again by itself. */
export function useChatList() {
  return useQuery({
    queryKey: queryKeys.chats,
    queryFn: listChats,
    refetchInterval: ({ state }) =>
      state.data?.some((chat) => chat.status === "running") ? BUSY_POLL_MS : IDLE_POLL_MS,
  });
}

export function useChatListActions() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [queryKeys.chats, queryKeys.transcripts, queryKeys.trash].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => changeChat(id, { title }),
    onSuccess: (chat) => {
      client.setQueryData(queryKeys.chat(chat.id), chat);
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => deleteChat(id),
    onSuccess: (_, id) => {
      client.setQueryData<ChatListItem[]>(queryKeys.chats, (chats) => chats?.filter((chat) => chat.id !== id));
      void refresh();
    },
  });
  const restore = useMutation({ mutationFn: (id: string) => restoreChat(id), onSuccess: refresh });
  return { rename, remove, restore };
}
