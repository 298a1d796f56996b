"use client";

import { useTranslations } from "next-intl";
import { UserBubble } from "#components/thread/user-message.tsx";
import { Button } from "#components/ui/button.tsx";
import type { PendingMessage as Pending } from "./use-send-message.ts";

interface PendingMessageProps {
  message: Pending;
  onRetry(): void;
  onEdit(): void;
}

/** A message before it is a row; when it could not be sent its text stays, with the way to send or change it. */
export function PendingMessage({ message, onRetry, onEdit }: PendingMessageProps) {
  const t = useTranslations();
  return (
    <article className="flex flex-col items-end gap-1 pb-8">
      <UserBubble text={message.text} muted={message.failure === undefined} />
      {message.failure !== undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-3 text-failure text-xs">
          <span>{message.failure}</span>
          <Button look="link" size="inline" onClick={onRetry}>
            {t("common.retry")}
          </Button>
          <Button look="link" size="inline" onClick={onEdit}>
            {t("composer.edit")}
          </Button>
        </div>
      )}
    </article>
  );
}
