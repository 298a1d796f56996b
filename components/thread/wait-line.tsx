"use client";

import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRunActions } from "#components/api/use-run-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { LiveState } from "./live/live-state.ts";
import { useThreadFacts } from "./thread-context.ts";

/** A wait before the next try, counted down, with the way out of it. */
export function WaitLine({ wait }: { wait: NonNullable<LiveState["wait"]> }) {
  const t = useTranslations();
  const { chatId } = useThreadFacts();
  const { stop } = useRunActions(chatId);
  const now = useNow(true, 500);
  const seconds = Math.max(0, Math.ceil((wait.untilMs - now) / 1_000));
  const words = wait.reason === "TRANSIENT" ? t("thread.waitRetry", { seconds }) : t("thread.wait", { seconds });
  return (
    <p className="flex min-h-8 items-center gap-2.5 pl-2 text-muted-foreground text-sm tabular-nums">
      <Hourglass aria-hidden className="size-4 shrink-0 text-attention" />
      <span>{seconds > 0 ? words : t("thread.waitNow")}</span>
      <Button look="link" size="inline" disabled={stop.isPending} onClick={() => stop.mutate()}>
        {t("composer.stop")}
      </Button>
    </p>
  );
}
