"use client";

import { useTranslations } from "next-intl";
import { useRunActions } from "#components/api/use-run-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { ChatView, MessageView } from "#lib/store/views.ts";
import { FailureCard } from "./failure-card.tsx";
import { OverflowCard } from "./overflow-card.tsx";
import { PausedCard } from "./paused-card.tsx";

/** What stands at the end of a thread that does not go on by itself: what happened, and the one thing to do. */
export function ThreadEnding({ chat, lastRow }: { chat: ChatView; lastRow: MessageView | undefined }) {
  const t = useTranslations("thread");
  const format = useFormat();
  if (chat.status === "running") return null;
  if (chat.status === "full") return <OverflowCard chat={chat} />;
  if (chat.status === "failed") return <FailureCard chat={chat} />;
  if (chat.status === "paused") return <PausedCard chat={chat} />;
  const isSubagent = chat.parentId !== undefined;
  if (isSubagent || !lastRow) return null;
  const endedForLength = lastRow.role === "assistant" && lastRow.finishReason === "length";
  const isUnanswered =
    lastRow.onPath && (lastRow.role === "tool" || lastRow.kind === "person" || lastRow.kind === "steer");
  const isCut =
    isUnanswered || chat.status === "stopped" || lastRow.state === "interrupted" || lastRow.state === "stopped";
  if (!endedForLength && !isCut) return null;
  // A step that was cut says so itself.
  const saysItself = lastRow.role === "assistant" && lastRow.state === "stopped";
  const stoppedAt = chat.status === "stopped" && !saysItself ? (chat.stoppedBy?.at ?? chat.updatedAt) : undefined;
  return (
    <ContinueLine
      chat={chat}
      words={
        endedForLength
          ? t("lengthEnd")
          : stoppedAt === undefined
            ? undefined
            : t("stopped", { time: format.time(stoppedAt) })
      }
      {...(chat.stoppedBy?.client && { hint: chat.stoppedBy.client })}
    />
  );
}

function ContinueLine({ chat, words, hint }: { chat: ChatView; words: string | undefined; hint?: string }) {
  const t = useTranslations("thread");
  const { run } = useRunActions(chat.id);
  return (
    <p className="flex flex-wrap items-center gap-3 text-muted-foreground text-sm">
      {words && <span title={hint}>{words}</span>}
      <Button size="small" disabled={run.isPending} onClick={() => run.mutate()}>
        {t("continue")}
      </Button>
    </p>
  );
}
