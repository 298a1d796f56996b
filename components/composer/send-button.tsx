"use client";

import { ArrowUp, ChevronUp, CornerDownRight, ListPlus, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import type { QueuedView } from "#lib/store/views.ts";

interface SendButtonProps {
  running: boolean;
  stopping: boolean;
  hasText: boolean;
  disabled: boolean;
  onSend(deliver?: QueuedView["deliver"]): void;
  onStop(): void;
}

/** Sends. While the agent works it stops, and with a text in the box there are two ways to send it as well. */
export function SendButton({ running, stopping, hasText, disabled, onSend, onStop }: SendButtonProps) {
  const t = useTranslations("composer");
  if (!running) {
    return (
      <IconButton
        label={t("send")}
        look="primary"
        className="rounded-full"
        disabled={disabled}
        onClick={() => onSend()}
      >
        <ArrowUp />
      </IconButton>
    );
  }
  const label = stopping ? t("stopping") : t("stop");
  return (
    <>
      {hasText && <SendWhileRunning disabled={disabled} onSend={onSend} />}
      <IconButton
        label={label}
        look={hasText ? "outline" : "primary"}
        className="rounded-full"
        disabled={stopping}
        onClick={onStop}
      >
        <Square className="fill-current" />
      </IconButton>
    </>
  );
}

function SendWhileRunning({ disabled, onSend }: Pick<SendButtonProps, "disabled" | "onSend">) {
  const t = useTranslations("composer");
  const trigger = (
    <Button look="primary" size="icon" aria-label={t("howToSend")} className="w-7 rounded-l-none rounded-r-full pr-1">
      <ChevronUp />
    </Button>
  );
  return (
    <span className="flex">
      <IconButton
        label={t("steer")}
        look="primary"
        className="w-9 rounded-r-none rounded-l-full border-primary-foreground/25 border-r pl-1"
        disabled={disabled}
        onClick={() => onSend("steer")}
      >
        <ArrowUp />
      </IconButton>
      <Menu trigger={trigger} side="top">
        <MenuItem onSelect={() => onSend("steer")}>
          <CornerDownRight /> {t("steer")}
        </MenuItem>
        <MenuItem onSelect={() => onSend("queue")}>
          <ListPlus /> {t("queue")}
        </MenuItem>
      </Menu>
    </span>
  );
}
