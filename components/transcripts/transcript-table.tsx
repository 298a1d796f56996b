"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { StatusDot } from "#components/ui/status-dot.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { ChatListItem } from "#lib/store/views.ts";

/** `all` is where the chat of a subagent is found, also when the filter hides it. */
export function TranscriptTable({ chats, all }: { chats: readonly ChatListItem[]; all: readonly ChatListItem[] }) {
  const t = useTranslations("transcripts");
  const titles = new Map(all.map((chat) => [chat.id, chat.title]));
  const hiddenWhenNarrow = "max-sm:hidden";
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead className="border-b text-muted-foreground text-xs">
        <tr>
          <th className="py-2 pr-3 font-medium">{t("columnTitle")}</th>
          <th className={`w-28 py-2 pr-3 font-medium ${hiddenWhenNarrow}`}>{t("kind")}</th>
          <th className="w-28 py-2 pr-3 font-medium">{t("status")}</th>
          <th className={`w-20 py-2 pr-3 text-right font-medium ${hiddenWhenNarrow}`}>{t("columnRows")}</th>
          <th className={`w-44 py-2 text-right font-medium ${hiddenWhenNarrow}`}>{t("columnUpdated")}</th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {chats.map((chat) => (
          <TranscriptLine key={chat.id} chat={chat} parentTitle={chat.parentId && titles.get(chat.parentId)} />
        ))}
      </tbody>
    </table>
  );
}

function TranscriptLine({ chat, parentTitle }: { chat: ChatListItem; parentTitle: string | undefined }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <tr className="hover:bg-muted/60">
      <td className="py-2 pr-3">
        <Link href={`/transcripts/${chat.id}`} className="block truncate rounded font-medium">
          {chat.title || t("nav.untitled")}
        </Link>
        {parentTitle && <span className="block truncate text-muted-foreground text-xs">{parentTitle}</span>}
      </td>
      <td className="py-2 pr-3 text-muted-foreground max-sm:hidden">
        {chat.parentId === undefined ? t("transcripts.chat") : t("transcripts.subagent")}
      </td>
      <td className="py-2 pr-3">
        <span className="flex items-center gap-2">
          {t(`transcripts.${chat.status}`)} <StatusDot status={chat.status} />
        </span>
      </td>
      <td className="py-2 pr-3 text-right tabular-nums max-sm:hidden">
        {chat.messages !== undefined && format.number(chat.messages)}
      </td>
      <td className="py-2 text-right text-muted-foreground tabular-nums max-sm:hidden">
        {format.date(chat.updatedAt)}
      </td>
    </tr>
  );
}
