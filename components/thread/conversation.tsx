"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { ChatComposer, ContextButton } from "#components/composer/chat-composer.tsx";
import type { ComposerHandle } from "#components/composer/composer-box.tsx";
import { PendingMessage } from "#components/composer/pending-message.tsx";
import { QueueDock } from "#components/composer/queue-dock.tsx";
import { useDraft } from "#components/composer/use-draft.ts";
import { useSendMessage } from "#components/composer/use-send-message.ts";
import { COMPOSER_ID } from "#components/shell/use-shortcuts.ts";
import type { ChatView } from "#lib/store/views.ts";
import { BranchContext } from "./branch-context.ts";
import { useRows } from "./live/use-thread.tsx";
import { PlanCard } from "./plan-card.tsx";
import { Thread } from "./thread.tsx";
import { useBranches } from "./use-branches.ts";

/** Thread and message box. A subagent's conversation is read along, not written to. */
export function Conversation({ chat }: { chat: ChatView }) {
  return chat.parentId === undefined ? <OwnConversation chat={chat} /> : <SubagentConversation chat={chat} />;
}

function OwnConversation({ chat }: { chat: ChatView }) {
  const t = useTranslations();
  const composer = useRef<ComposerHandle>(null);
  const draft = useDraft(chat.id, chat.draft ?? "");
  const { pending, isSending, send, retry, withdraw } = useSendMessage(chat.id, draft.sent);
  const branches = useBranches(chat, send);
  const { data: log } = useRows(chat.id);
  const lastMessage = log?.rows.findLast((row) => row.onPath && row.kind === "person");
  return (
    <BranchContext value={branches}>
      <a
        href={`#${COMPOSER_ID}`}
        className="absolute -translate-y-24 rounded-md bg-card px-3 py-1.5 text-sm shadow focus:z-50 focus:translate-y-0"
      >
        {t("app.skipToComposer")}
      </a>
      <Thread chat={chat} {...(pending && { pendingId: pending.id })}>
        {pending && (
          <PendingMessage message={pending} onRetry={retry} onEdit={() => composer.current?.setText(withdraw())} />
        )}
      </Thread>
      <div className="mx-auto w-full max-w-3xl px-4 pb-3">
        <PlanCard />
        <QueueDock chat={chat} onSendNow={({ id, text }) => send(text, { id })} />
        <ChatComposer
          ref={composer}
          chat={chat}
          draft={draft}
          isSending={isSending}
          onSend={(text, deliver) => send(text, { ...(deliver && { deliver }) })}
          onEditLast={() => lastMessage && branches.startEdit(lastMessage.id)}
        />
        <p className="pt-1.5 text-center text-muted-foreground text-xs max-sm:hidden">
          {chat.status === "running" ? t("composer.hintRunning") : t("composer.hint")}
        </p>
      </div>
    </BranchContext>
  );
}

function SubagentConversation({ chat }: { chat: ChatView }) {
  const t = useTranslations("subagents");
  return (
    <>
      <Thread chat={chat} />
      <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-3 border-t px-4 py-2.5 text-muted-foreground text-sm">
        <span className="flex-1">{t("readOnly")}</span>
        <ContextButton chat={chat} />
      </div>
    </>
  );
}
