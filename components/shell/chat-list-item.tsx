"use client";

import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { useChatListActions } from "#components/api/use-chat-list.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { StatusDot } from "#components/ui/status-dot.tsx";
import type { ChatListItem as ChatListEntry } from "#lib/store/views.ts";
import { RenameField } from "./rename-field.tsx";

export function ChatListItem({ chat, isCurrent }: { chat: ChatListEntry; isCurrent: boolean }) {
  const t = useTranslations();
  const router = useRouter();
  const { rename, remove, restore } = useChatListActions();
  const [renaming, setRenaming] = useState(false);
  const startsRename = useRef(false);
  const title = chat.title || t("nav.untitled");
  const label = {
    running: t("nav.running"),
    paused: t("nav.needsYou"),
    full: t("nav.needsYou"),
    failed: t("nav.needsYou"),
  };

  // This line is gone from the list before the answer is dealt with, so its own callbacks would not be called.
  const moveToTrash = async () => {
    try {
      await remove.mutateAsync(chat.id);
      if (isCurrent) router.push("/");
      toast(t("nav.deleted"), { action: { label: t("common.undo"), onClick: () => restore.mutate(chat.id) } });
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t("common.failed"));
    }
  };

  if (renaming) {
    const save = (next: string) => {
      setRenaming(false);
      if (next && next !== chat.title) rename.mutate({ id: chat.id, title: next });
    };
    return (
      <li>
        <RenameField title={chat.title} onSave={save} onCancel={() => setRenaming(false)} />
      </li>
    );
  }

  const trigger = (
    <Button
      look="quiet"
      size="icon"
      aria-label={t("nav.options", { title })}
      className="size-7 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
    >
      <Ellipsis />
    </Button>
  );
  return (
    <li
      className={classNames(
        "group flex items-center rounded-lg pr-1 hover:bg-muted",
        isCurrent && "bg-muted font-medium",
      )}
    >
      <Link
        href={`/chats/${chat.id}`}
        aria-current={isCurrent ? "page" : undefined}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-lg px-2 py-1.5 text-sm"
        title={title}
      >
        <span className="truncate">{title}</span>
        {chat.status in label && <StatusDot status={chat.status} label={label[chat.status as keyof typeof label]} />}
      </Link>
      <Menu
        trigger={trigger}
        onCloseAutoFocus={(event) => {
          // The name field takes the focus; the button that opened the menu is gone by then.
          if (startsRename.current) event.preventDefault();
          startsRename.current = false;
        }}
      >
        <MenuItem
          onSelect={() => {
            startsRename.current = true;
            setRenaming(true);
          }}
        >
          <Pencil /> {t("nav.rename")}
        </MenuItem>
        <MenuItem onSelect={() => void moveToTrash()}>
          <Trash2 /> {t("nav.delete")}
        </MenuItem>
      </Menu>
    </li>
  );
}
