"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "sonner";
import { ApiError } from "#components/api/api-error.ts";
import { changeQueued, type QueueChange, removeQueued, sendMessage } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { useQueue } from "#components/api/use-chat.ts";
import type { QueuedView } from "#lib/store/views.ts";

/** What waits in a chat, and what can be done with it. One that was delivered meanwhile simply leaves the list. */
export function useQueueActions(chatId: string) {
  const client = useQueryClient();
  const t = useTranslations();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.queue(chatId) });
  const onError = (error: Error) => {
    if (!(error instanceof ApiError && error.status === 404)) toast.error(error.message || t("common.failed"));
  };
  const change = useMutation({
    mutationFn: ({ id, ...body }: QueueChange & { id: string }) => changeQueued(chatId, id, body),
    onError,
    onSettled: refresh,
  });
  const putBack = useMutation({
    mutationFn: ({ id, text, deliver }: QueuedView) => sendMessage(chatId, { id, text, deliver }),
    onError,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: QueuedView) => removeQueued(chatId, id),
    onSuccess: (_, message) =>
      toast(t("composer.removed"), {
        action: { label: t("common.undo"), onClick: () => putBack.mutate(message) },
      }),
    onError,
    onSettled: refresh,
  });
  const { data: waiting = [] } = useQueue(chatId);
  return { waiting, change, remove };
}
