"use client";

import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { useRunActions } from "#components/api/use-run-actions.ts";
import { ContextRing } from "#components/context/context-ring.tsx";
import { useMeterWords } from "#components/context/use-meter-words.ts";
import { usePane } from "#components/thread/pane-context.ts";
import { Button } from "#components/ui/button.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { ChatView, QueuedView } from "#lib/store/views.ts";
import { ComposerBox, type ComposerHandle } from "./composer-box.tsx";
import type { DraftKeeper } from "./draft-keeper.ts";

interface ChatComposerProps {
  chat: ChatView;
  draft: DraftKeeper;
  isSending: boolean;
  onSend(text: string, deliver: QueuedView["deliver"] | undefined): void;
  onEditLast(): void;
  ref: Ref<ComposerHandle>;
}

export function ChatComposer({ chat, draft, isSending, onSend, onEditLast, ref }: ChatComposerProps) {
  const t = useTranslations("composer");
  const { stop } = useRunActions(chat.id);
  const running = chat.status === "running";
  return (
    <ComposerBox
      ref={ref}
      initialText={draft.initialText}
      placeholder={running ? t("placeholderRunning") : t("placeholder")}
      running={running}
      stopping={stop.isPending}
      busy={isSending}
      onTextChange={draft.change}
      onSend={onSend}
      onStop={() => stop.mutate()}
      {...(!running && { onEditLast })}
    >
      <ContextButton chat={chat} />
    </ComposerBox>
  );
}

/** How full the context is and what was spent; opens the whole account. */
export function ContextButton({ chat }: { chat: ChatView }) {
  const t = useTranslations();
  const format = useFormat();
  const pane = usePane();
  const meter = useMeterWords(chat.context);
  const spent = chat.spend.inputTokens + chat.spend.outputTokens;
  return (
    <Button
      look="quiet"
      size="small"
      aria-label={`${t("pane.context")}: ${meter.words}`}
      className="-ml-1.5 px-1.5 font-normal text-xs tabular-nums [&_svg]:size-full"
      onClick={() => pane.show("context")}
    >
      <ContextRing {...chat.context} {...meter} />
      {spent > 0 && <span>{t("common.tokens", { count: format.short(spent) })}</span>}
      <span className="truncate text-muted-foreground max-sm:hidden">
        {chat.context.practice ? t("thread.practice") : chat.context.model}
      </span>
    </Button>
  );
}
