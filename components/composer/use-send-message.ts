"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { v4 as newId } from "uuid";
import { sendMessage } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { withStatusRunning } from "#components/api/use-run-actions.ts";
import type { ChatView } from "#lib/store/views.ts";

/** A message that is on its way. It is shown until its row is, and keeps its id: sending it again cannot double it. */
export interface PendingMessage {
  id: string;
  text: string;
  failure?: string;
}

/** Sends a person's messages to one chat, one at a time. */
export function useSendMessage(chatId: string, onSent: (text: string) => void) {
  const client = useQueryClient();
  const [pending, setPending] = useState<PendingMessage | undefined>();
  const send = useMutation({
    mutationFn: ({ id, text }: PendingMessage) => sendMessage(chatId, { id, text }),
    onSuccess: (_, { text }) => {
      onSent(text);
      client.setQueryData<ChatView>(queryKeys.chat(chatId), (chat) => chat && withStatusRunning(chat));
      void client.invalidateQueries({ queryKey: queryKeys.chats });
    },
    onError: (error, message) => {
      setPending({ ...message, failure: error.message });
      void client.invalidateQueries({ queryKey: queryKeys.chat(chatId) });
    },
  });
  const start = (message: PendingMessage) => {
    setPending(message);
    send.mutate(message);
  };
  return {
    pending,
    isSending: send.isPending,
    send: (text: string) => start({ id: newId(), text }),
    retry: () => pending && start({ id: pending.id, text: pending.text }),
    /** Takes the message back, so that it can be written anew. */
    withdraw: () => {
      setPending(undefined);
      return pending?.text ?? "";
    },
  };
}
