"use client";

import { NotebookPen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useChat } from "#components/api/use-chat.ts";
import type { MessageView } from "#lib/store/views.ts";
import { MarkdownText } from "./markdown/markdown-text.tsx";
import { NotSentMark } from "./not-sent-mark.tsx";
import { rowText } from "./row-text.ts";
import { useThreadFacts } from "./thread-context.ts";

/** What the last chat hands over: goal, done, open, files, last action. */
export function HandoffCard({ row }: { row: MessageView }) {
  const t = useTranslations("thread");
  const { chatId } = useThreadFacts();
  const from = useChat(chatId).data?.continuedFrom;
  return (
    <details open className="rounded-xl border bg-card">
      <summary className="flex list-none items-center gap-2.5 rounded-xl px-4 py-3 text-sm">
        <NotebookPen aria-hidden className="size-4 shrink-0 text-primary" />
        <span className="font-medium">{t("handoff")}</span>
        <span className="truncate text-muted-foreground max-sm:hidden">{t("handoffHint")}</span>
        {row.sent && <NotSentMark />}
      </summary>
      <div className="space-y-3 border-t px-4 py-3 text-sm">
        <MarkdownText text={rowText(row)} />
        {from && (
          <Link href={`/chats/${from}`} className="text-primary underline underline-offset-4">
            {t("continuedFrom")}
          </Link>
        )}
      </div>
    </details>
  );
}
