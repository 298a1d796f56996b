"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useChat, useSubagents } from "#components/api/use-chat.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { ChatView } from "#lib/store/views.ts";

/** Where a subagent belongs: the way back to its chat, and to the ones beside it (also with the arrow keys). */
export function SubagentTrail({ chat, parentId }: { chat: ChatView; parentId: string }) {
  const t = useTranslations();
  const router = useRouter();
  const { data: parent } = useChat(parentId);
  const { data: siblings = [] } = useSubagents(parentId);
  const at = siblings.findIndex(({ id }) => id === chat.id);
  const previous = at > 0 ? siblings[at - 1] : undefined;
  const next = at >= 0 ? siblings[at + 1] : undefined;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.key === "ArrowLeft" ? previous : event.key === "ArrowRight" ? next : undefined;
      if (!target || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isInUse(event.target)) return;
      router.push(`/chats/${target.id}`);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [previous, next, router]);

  return (
    <>
      <Link
        href={`/chats/${parentId}`}
        title={t("subagents.back")}
        className="shrink-0 max-w-[40%] truncate text-muted-foreground text-sm hover:text-foreground"
      >
        {parent?.title || t("nav.untitled")}
      </Link>
      <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      <h1 className="truncate font-medium text-sm">{chat.title}</h1>
      {siblings.length > 1 && (
        <span className="flex shrink-0 items-center text-muted-foreground text-xs tabular-nums">
          <Step label={t("subagents.previous")} id={previous?.id}>
            <ChevronLeft />
          </Step>
          {at + 1}/{siblings.length}
          <Step label={t("subagents.next")} id={next?.id}>
            <ChevronRight />
          </Step>
        </span>
      )}
    </>
  );
}

function Step({ label, id, children }: { label: string; id: string | undefined; children: React.ReactNode }) {
  const router = useRouter();
  return (
    <IconButton label={label} className="size-7" disabled={!id} onClick={() => id && router.push(`/chats/${id}`)}>
      {children}
    </IconButton>
  );
}

/** Arrow keys belong to what has the focus, where that knows them. */
function isInUse(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, [role=tab], [role=menu], [role=log]") !== null
  );
}
