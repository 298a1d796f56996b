"use client";

import { PanelRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChatListActions } from "#components/api/use-chat-list.ts";
import { RenameField } from "#components/shell/rename-field.tsx";
import { ScreenHeader } from "#components/shell/screen-header.tsx";
import { SubagentTrail } from "#components/subagents/subagent-trail.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { ChatView } from "#lib/store/views.ts";
import { ConnectionLine } from "./connection-line.tsx";
import { usePane } from "./pane-context.ts";

export function ChatHeader({ chat }: { chat: ChatView }) {
  const t = useTranslations("pane");
  const pane = usePane();
  const toggle = () => (pane.tab ? pane.hide() : pane.show("files"));
  const paneButton = (
    <IconButton label={pane.tab ? t("close") : t("open")} aria-expanded={pane.tab !== undefined} onClick={toggle}>
      <PanelRight />
    </IconButton>
  );
  return (
    <>
      <ScreenHeader actions={paneButton}>
        {chat.parentId ? <SubagentTrail chat={chat} parentId={chat.parentId} /> : <ChatTitle chat={chat} />}
      </ScreenHeader>
      <ConnectionLine />
      <ContextBanner chat={chat} />
    </>
  );
}

function ChatTitle({ chat }: { chat: ChatView }) {
  const t = useTranslations();
  const { rename } = useChatListActions();
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    const save = (title: string) => {
      setRenaming(false);
      if (title && title !== chat.title) rename.mutate({ id: chat.id, title });
    };
    return <RenameField title={chat.title} onSave={save} onCancel={() => setRenaming(false)} />;
  }
  return (
    <h1 className="min-w-0">
      <button
        type="button"
        title={t("thread.renameTitle")}
        onClick={() => setRenaming(true)}
        className="block max-w-full truncate rounded-md px-1.5 py-0.5 font-medium text-sm hover:bg-muted"
      >
        {chat.title || t("nav.untitled")}
      </button>
    </h1>
  );
}

/** What is unusual about this chat's context, in one thin line. */
function ContextBanner({ chat }: { chat: ChatView }) {
  const t = useTranslations("thread");
  const format = useFormat();
  const { fit, budgetClamped, budget } = chat.context;
  if (fit && !budgetClamped) return null;
  return (
    <p role="note" className="border-b bg-accent px-4 py-1 text-center text-xs">
      {fit ? t("budgetClamped", { budget: format.number(budget) }) : t("fitOff")}
    </p>
  );
}
