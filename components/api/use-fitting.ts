"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "sonner";
import type { ChatView, Fitting } from "#lib/store/views.ts";
import { ApiError } from "./api-error.ts";
import { changeChat, fetchChat } from "./chat-requests.ts";
import { queryKeys } from "./query-keys.ts";

/** How a chat is fitted, and the way to change it. What was chosen is shown at once, and taken back when the server refuses it. */
export function useFitting(chatId: string) {
  const client = useQueryClient();
  const t = useTranslations();
  const key = queryKeys.chat(chatId);
  // Only the choice, so that hundreds of pins are not drawn again whenever a number of the chat changes.
  const { data } = useQuery({ queryKey: key, queryFn: () => fetchChat(chatId), select: (chat) => chat.fitting });
  const { mutate } = useMutation({
    mutationFn: (fitting: Fitting) => changeChat(chatId, { fitting }),
    onMutate: (fitting) => {
      const before = client.getQueryData<ChatView>(key);
      client.setQueryData<ChatView>(key, (chat) => chat && { ...chat, fitting: { ...chat.fitting, ...fitting } });
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(key, before);
      const isTooMuch = error instanceof ApiError && error.code === "too-much-pinned";
      toast.error(isTooMuch ? t("thread.tooMuchPinned") : error.message || t("common.failed"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return { fitting: data ?? {}, change: mutate };
}
