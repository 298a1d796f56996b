"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { changeChat } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { useRunActions } from "#components/api/use-run-actions.ts";
import type { ChatView } from "#lib/store/views.ts";
import type { BranchActions } from "./branch-context.ts";

/** The versions of a chat. `send` sends a message as a new version of another one. */
export function useBranches(chat: ChatView, send: (text: string, how: { parentId: string }) => void): BranchActions {
  const client = useQueryClient();
  const t = useTranslations("common");
  const { again } = useRunActions(chat.id);
  const [editing, setEditing] = useState<string | undefined>();
  const choose = useMutation({
    mutationFn: (leaf: string) => changeChat(chat.id, { leaf }),
    onSuccess: (view) => client.setQueryData(queryKeys.chat(chat.id), view),
    onError: (error) => toast.error(error.message || t("failed")),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.rows(chat.id) }),
  });
  const latest = useRef({ send, again, choose });
  latest.current = { send, again, choose };
  const canChange = chat.status !== "running" && chat.parentId === undefined;
  return useMemo(
    () => ({
      canChange,
      ...(editing !== undefined && { editing }),
      startEdit: setEditing,
      cancelEdit: () => setEditing(undefined),
      saveEdit(parentId, text) {
        setEditing(undefined);
        latest.current.send(text, { parentId });
      },
      answerAnew: (stepId) => latest.current.again.mutate(stepId),
      choose: (rowId) => latest.current.choose.mutate(rowId),
    }),
    [canChange, editing],
  );
}
