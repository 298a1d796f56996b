"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { v4 as newId } from "uuid";
import { ApiError } from "#components/api/api-error.ts";
import { type MessageToSend, sendMessage } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { withStatusRunning } from "#components/api/use-run-actions.ts";
import { leafOf, type RowLog } from "#components/thread/live/row-log.ts";
import { useRows } from "#components/thread/live/use-thread.tsx";
import type { ChatView, QueuedView } from "#lib/store/views.ts";

/** A message that is on its way. It is shown until its row is, and keeps its id: sending it again cannot double it. */
export interface PendingMessage {
  id: string;
  text: string;
  /** What becomes of it while the agent works. */
  deliver?: QueuedView["deliver"];
  /** The message that it is a new version of. */
  parentId?: string;
  failure?: string;
}

/** Sends a person's messages to one chat, one at a time. */
export function useSendMessage(chatId: string, onSent: (text: string) => void) {
  const client = useQueryClient();
  const t = useTranslations("composer");
  const [pending, setPending] = useState<PendingMessage | undefined>();
  const send = useMutation({
    mutationFn: ({ failure: _, ...message }: PendingMessage) =>
      sendMessage(chatId, { ...message, ...seenBase(client.getQueryData(queryKeys.rows(chatId)), message) }),
    onSuccess: (answer, { text, parentId }) => {
      if (parentId === undefined) onSent(text);
      if ("queued" in answer) {
        setPending(undefined);
        void client.invalidateQueries({ queryKey: queryKeys.queue(chatId) });
        return;
      }
      client.setQueryData<ChatView>(queryKeys.chat(chatId), (chat) => chat && withStatusRunning(chat));
      void client.invalidateQueries({ queryKey: queryKeys.chats });
    },
    onError: (error, message) => {
      const isStale = error instanceof ApiError && error.code === "stale";
      setPending({ ...message, failure: isStale ? t("stale") : t("notSent", { reason: error.message }) });
      for (const queryKey of [queryKeys.chat(chatId), queryKeys.rows(chatId)]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  // Once its row was there it is history, also when another branch is shown later.
  const { data: log } = useRows(chatId);
  const isStored = pending !== undefined && log?.rows.some(({ id }) => id === pending.id);
  useEffect(() => {
    if (isStored) setPending(undefined);
  }, [isStored]);

  const start = (message: PendingMessage) => {
    setPending(message);
    send.mutate(message);
  };
  return {
    pending,
    isSending: send.isPending,
    send: (text: string, how: Partial<Pick<PendingMessage, "id" | "deliver" | "parentId">> = {}) =>
      start({ id: newId(), text, ...how }),
    retry: () => {
      if (!pending) return;
      const { failure: _, ...message } = pending;
      start(message);
    },
    /** Takes the message back, so that it can be written anew. */
    withdraw: () => {
      setPending(undefined);
      return pending?.text ?? "";
    },
  };
}

/** The leaf on the screen, so that nothing is sent into a chat that has moved on elsewhere. What waits comes when it comes. */
function seenBase(log: RowLog | undefined, { deliver }: Pick<PendingMessage, "deliver">): Pick<MessageToSend, "base"> {
  if (!log || deliver) return {};
  return { base: leafOf(log)?.id ?? null };
}
