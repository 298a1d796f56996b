"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { ApiError } from "#components/api/api-error.ts";
import { useChat } from "#components/api/use-chat.ts";
import { ScreenHeader } from "#components/shell/screen-header.tsx";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { useStoredChoice } from "#components/ui/use-stored-choice.ts";
import type { ChatView } from "#lib/store/views.ts";
import { ChatHeader } from "./chat-header.tsx";
import { Conversation } from "./conversation.tsx";
import { LiveProvider } from "./live/use-thread.tsx";
import { PaneContext, type PaneTab } from "./pane-context.ts";
import { SidePane } from "./side-pane.tsx";
import { ThreadContext } from "./thread-context.ts";

/** One chat, or the conversation of a subagent. Key it by the chat. */
export function ChatScreen({ chatId }: { chatId: string }) {
  const t = useTranslations();
  const { data: chat, error, refetch } = useChat(chatId);
  if (chat) return <OpenChat chat={chat} />;
  return (
    <>
      <ScreenHeader />
      <div className="mx-auto w-full max-w-3xl px-4 pt-6">
        {error instanceof ApiError && error.status === 404 ? (
          <p className="text-muted-foreground">{t("notFound.chat")}</p>
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines widths={["w-2/5", "w-4/5", "w-3/4", "w-1/2"]} />
        )}
      </div>
    </>
  );
}

function OpenChat({ chat }: { chat: ChatView }) {
  const t = useTranslations("nav");
  const running = chat.status === "running";
  const facts = useMemo(() => ({ chatId: chat.id, running }), [chat.id, running]);
  const pane = usePaneState(chat.id);
  const title = chat.title || t("untitled");
  useEffect(() => {
    document.title = `${running ? "● " : ""}${title} · Longhand`;
  }, [title, running]);
  return (
    <LiveProvider chatId={chat.id}>
      <ThreadContext value={facts}>
        <PaneContext value={pane}>
          <div className="flex min-h-0 flex-1">
            <div className="flex min-w-0 flex-1 flex-col">
              <ChatHeader chat={chat} />
              <Conversation chat={chat} />
            </div>
            <SidePane chat={chat} />
          </div>
        </PaneContext>
      </ThreadContext>
    </LiveProvider>
  );
}

/** Closed until the person opens it; each chat remembers its own state. */
function usePaneState(chatId: string) {
  const [stored, store] = useStoredChoice(`longhand:pane:${chatId}`);
  const [opened, setOpened] = useState<PaneTab | "closed">();
  const tab = opened ?? stored;
  return useMemo(() => {
    const choose = (next: PaneTab | "closed") => {
      setOpened(next);
      store(next);
    };
    return {
      ...(isPaneTab(tab) && { tab }),
      show: choose,
      hide: () => choose("closed"),
    };
  }, [tab, store]);
}

function isPaneTab(value: string | undefined): value is PaneTab {
  return value === "files" || value === "subagents" || value === "context";
}
