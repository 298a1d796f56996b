"use client";

import { useTranslations } from "next-intl";
import { useRunActions } from "#components/api/use-run-actions.ts";
import { Button } from "#components/ui/button.tsx";
import type { ChatView } from "#lib/store/views.ts";
import { Notice } from "./notice.tsx";

const GUARDS = ["spend", "repetition", "crash", "length"] as const;

/** A guard asked: nothing goes on before the person says so. */
export function PausedCard({ chat }: { chat: ChatView }) {
  const t = useTranslations();
  const { run } = useRunActions(chat.id);
  const guard = GUARDS.find((known) => known === chat.error?.guard) ?? "other";
  return (
    <Notice tone="attention">
      <div>
        <h4 className="font-medium">{t("paused.title")}</h4>
        <p className="text-muted-foreground">{t(`paused.${guard}`)}</p>
      </div>
      {chat.parentId === undefined && (
        <Button look="primary" disabled={run.isPending} onClick={() => run.mutate()}>
          {t("thread.continue")}
        </Button>
      )}
    </Notice>
  );
}
