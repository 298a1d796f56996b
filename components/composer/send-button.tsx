"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/ui/icon-button.tsx";

interface SendButtonProps {
  running: boolean;
  stopping: boolean;
  disabled: boolean;
  onSend(): void;
  onStop(): void;
}

/** Sends, or stops while the agent works: never both at once. */
export function SendButton({ running, stopping, disabled, onSend, onStop }: SendButtonProps) {
  const t = useTranslations("composer");
  if (running) {
    const label = stopping ? t("stopping") : t("stop");
    return (
      <IconButton label={label} look="primary" className="rounded-full" disabled={stopping} onClick={onStop}>
        <Square className="fill-current" />
      </IconButton>
    );
  }
  return (
    <IconButton label={t("send")} look="primary" className="rounded-full" disabled={disabled} onClick={onSend}>
      <ArrowUp />
    </IconButton>
  );
}
