"use client";

import { ArrowDown, ArrowUp, CornerDownRight, ListPlus, Pencil, SendHorizontal, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MessageEditor } from "#components/thread/message-editor.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { ChatView, QueuedView } from "#lib/store/views.ts";
import { useQueueActions } from "./use-queue.ts";

interface QueueDockProps {
  chat: ChatView;
  onSendNow(message: QueuedView): void;
}

/** Messages that wait, above the box: for the next step of this turn, for the next turn, or for the person. */
export function QueueDock({ chat, onSendNow }: QueueDockProps) {
  const t = useTranslations("composer");
  const { waiting, change, remove } = useQueueActions(chat.id);
  const [editing, setEditing] = useState<string | undefined>();
  if (waiting.length === 0) return null;
  const running = chat.status === "running";
  const isHeld = waiting.some(({ held }) => held);
  // What is for this turn always comes first, so only its like can change places with a message.
  const isLikeBefore = (index: number) => waiting[index - 1]?.deliver === waiting[index]?.deliver;
  return (
    <section aria-label={t("waiting")} className="mb-2 rounded-xl border bg-card text-sm">
      <h3 className="px-4 pt-2 font-medium text-muted-foreground text-xs">
        {isHeld ? t("held") : t("waitingCount", { count: waiting.length })}
      </h3>
      <ol className="scroll-quiet max-h-56 overflow-y-auto px-2 pb-1.5">
        {waiting.map((message, index) =>
          editing === message.id ? (
            <li key={message.id} className="px-2 py-1">
              <MessageEditor
                text={message.text}
                label={t("editWaiting")}
                saveLabel={t("save")}
                onCancel={() => setEditing(undefined)}
                onSave={(text) => {
                  setEditing(undefined);
                  change.mutate({ id: message.id, text });
                }}
              />
            </li>
          ) : (
            <WaitingLine
              key={message.id}
              message={message}
              running={running}
              onEdit={() => setEditing(message.id)}
              onRemove={() => remove.mutate(message)}
              onSendNow={() => (running ? change.mutate({ id: message.id, deliver: "steer" }) : onSendNow(message))}
              onQueue={() => change.mutate({ id: message.id, deliver: "queue" })}
              {...(isLikeBefore(index) && { onUp: () => change.mutate({ id: message.id, position: index - 1 }) })}
              {...(isLikeBefore(index + 1) && {
                onDown: () => change.mutate({ id: message.id, position: index + 1 }),
              })}
            />
          ),
        )}
      </ol>
    </section>
  );
}

interface WaitingLineProps {
  message: QueuedView;
  running: boolean;
  onEdit(): void;
  onRemove(): void;
  onSendNow(): void;
  onQueue(): void;
  onUp?(): void;
  onDown?(): void;
}

function WaitingLine({ message, running, onEdit, onRemove, onSendNow, onQueue, onUp, onDown }: WaitingLineProps) {
  const t = useTranslations("composer");
  const isSteer = message.deliver === "steer" && !message.held;
  const Icon = isSteer ? CornerDownRight : ListPlus;
  const kind = message.held ? t("kindHeld") : isSteer ? t("kindSteer") : t("kindQueue");
  return (
    <li className="group flex items-center gap-1 rounded-lg px-2 py-0.5 hover:bg-muted/60">
      <Icon role="img" aria-label={kind} className="size-3.5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 truncate px-1.5" title={message.text}>
        {message.text}
      </span>
      <span className="shrink-0 text-muted-foreground text-xs max-sm:hidden">{kind}</span>
      <span className="flex shrink-0">
        {onUp && <LineButton label={t("moveUp")} icon={ArrowUp} onClick={onUp} />}
        {onDown && <LineButton label={t("moveDown")} icon={ArrowDown} onClick={onDown} />}
        <LineButton label={t("edit")} icon={Pencil} onClick={onEdit} />
        {running && message.held && <LineButton label={t("queue")} icon={ListPlus} onClick={onQueue} />}
        {!isSteer && (
          <LineButton label={running ? t("steer") : t("sendWaiting")} icon={SendHorizontal} onClick={onSendNow} />
        )}
        <LineButton label={t("remove")} icon={Trash2} onClick={onRemove} />
      </span>
    </li>
  );
}

function LineButton({ label, icon: Icon, onClick }: { label: string; icon: typeof ArrowUp; onClick(): void }) {
  return (
    <IconButton label={label} className="size-7 [&_svg]:size-3.5" onClick={onClick}>
      <Icon />
    </IconButton>
  );
}
