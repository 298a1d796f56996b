"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { toast } from "sonner";
import type { ChatView } from "#lib/store/views.ts";
import { ApiError } from "./api-error.ts";
import { continueChat, startRun, stopRun } from "./chat-requests.ts";
import { queryKeys } from "./query-keys.ts";

/** Try again, Continue, another answer, Stop, and the next chat. A refusal that only says that the screen was behind is no failure. */
export function useRunActions(chatId: string) {
  const client = useQueryClient();
  const router = useRouter();
  const t = useTranslations("common");
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.chat(chatId) });
  const onError = (error: Error) => {
    if (!(error instanceof ApiError && error.status === 409)) toast.error(error.message || t("failed"));
    return refresh();
  };
  const onRunning = () => {
    client.setQueryData<ChatView>(queryKeys.chat(chatId), (chat) => chat && withStatusRunning(chat));
  };
  const run = useMutation({ mutationFn: () => startRun(chatId), onSuccess: onRunning, onError });
  const again = useMutation({ mutationFn: (from: string) => startRun(chatId, from), onSuccess: onRunning, onError });
  const stop = useMutation({ mutationFn: () => stopRun(chatId), onSuccess: refresh, onError });
  const next = useMutation({
    mutationFn: (body: { saveMessageAs?: string }) => continueChat(chatId, body),
    onSuccess: ({ id }) => {
      client.invalidateQueries({ queryKey: queryKeys.chats });
      refresh();
      router.push(`/chats/${id}`);
    },
    onError,
  });
  return { run, again, stop, next };
}

export function withStatusRunning(chat: ChatView): ChatView {
  const { error: _past, stoppedBy: __, ...rest } = chat;
  return { ...rest, status: "running" };
}
