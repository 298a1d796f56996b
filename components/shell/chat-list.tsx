"use client";

import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useChatList } from "#components/api/use-chat-list.ts";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { ChatListItem } from "./chat-list-item.tsx";
import { groupByDay } from "./group-by-day.ts";

export function ChatList() {
  const t = useTranslations("nav");
  const { id } = useParams<{ id?: string }>();
  const { data: chats, error, refetch } = useChatList();
  if (error && !chats) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!chats) return <SkeletonLines widths={["w-3/4", "w-1/2", "w-2/3"]} />;
  if (chats.length === 0) return <p className="px-2 pt-3 text-muted-foreground text-sm">{t("empty")}</p>;
  return groupByDay(chats, Date.now()).map(({ group, items }) => (
    <section key={group} className="pt-3">
      <h2 className="px-2 pb-1 font-medium text-muted-foreground text-xs">{t(group)}</h2>
      <ul>
        {items.map((chat) => (
          <ChatListItem key={chat.id} chat={chat} isCurrent={chat.id === id} />
        ))}
      </ul>
    </section>
  ));
}
