"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { listTrash } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { useChatListActions } from "#components/api/use-chat-list.ts";
import { Button } from "#components/ui/button.tsx";

/** What was deleted, with the way back. */
export function TrashList() {
  const t = useTranslations();
  const { data: chats = [] } = useQuery({ queryKey: queryKeys.trash, queryFn: listTrash });
  const { restore } = useChatListActions();
  return (
    <details className="border-t pt-4 text-sm">
      <summary className="w-fit rounded pr-2 text-muted-foreground">
        {t("transcripts.trash")} {chats.length > 0 && <span className="tabular-nums">({chats.length})</span>}
      </summary>
      {chats.length === 0 ? (
        <p className="pt-3 text-muted-foreground">{t("transcripts.trashEmpty")}</p>
      ) : (
        <ul className="divide-y pt-2">
          {chats.map((chat) => (
            <li key={chat.id} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 truncate">{chat.title || t("nav.untitled")}</span>
              <Button size="small" disabled={restore.isPending} onClick={() => restore.mutate(chat.id)}>
                {t("transcripts.restore")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
