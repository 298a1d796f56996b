"use client";

import { Pin, PinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFitting } from "#components/api/use-fitting.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useThreadFacts } from "./thread-context.ts";

/** Keeps a message, or the round that a result belongs to, in everything that is sent. */
export function PinButton({ rowId, className = "size-6" }: { rowId: string; className?: string }) {
  const t = useTranslations("thread");
  const { chatId } = useThreadFacts();
  const { fitting, change } = useFitting(chatId);
  const { pins = [] } = fitting;
  const isPinned = pins.includes(rowId);
  const toggle = () => change({ pins: isPinned ? pins.filter((id) => id !== rowId) : [...pins, rowId] });
  return (
    <IconButton label={isPinned ? t("unpin") : t("pin")} aria-pressed={isPinned} className={className} onClick={toggle}>
      {isPinned ? <PinOff className="!size-3.5" /> : <Pin className="!size-3.5" />}
    </IconButton>
  );
}
