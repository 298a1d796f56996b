"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Tabs } from "radix-ui";
import { ContextTab } from "#components/context/context-tab.tsx";
import { SubagentsTab } from "#components/subagents/subagents-tab.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { useMediaQuery } from "#components/ui/use-media-query.ts";
import { FilesTab } from "#components/workspace/files-tab.tsx";
import type { ChatView } from "#lib/store/views.ts";
import { type PaneTab, usePane } from "./pane-context.ts";

const TABS: PaneTab[] = ["files", "subagents", "context"];

/** Beside the thread, or over it where there is no room for both. */
export function SidePane({ chat }: { chat: ChatView }) {
  const t = useTranslations("pane");
  const pane = usePane();
  const isWide = useMediaQuery("(min-width: 1100px)");
  if (!isWide) {
    return (
      <Sheet
        open={pane.tab !== undefined}
        onOpenChange={(open) => !open && pane.hide()}
        title={t("label")}
        side="right"
        className="w-full max-w-xl"
      >
        <PaneTabs chat={chat} />
      </Sheet>
    );
  }
  if (!pane.tab) return null;
  return (
    <aside aria-label={t("label")} className="flex w-2/5 min-w-90 max-w-xl flex-col border-l">
      <PaneTabs chat={chat} />
    </aside>
  );
}

function PaneTabs({ chat }: { chat: ChatView }) {
  const t = useTranslations("pane");
  const pane = usePane();
  return (
    <Tabs.Root
      value={pane.tab ?? "files"}
      onValueChange={(value) => pane.show(value as PaneTab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-13 shrink-0 items-center justify-between border-b pr-3 pl-4">
        <Tabs.List aria-label={t("label")} className="flex h-full gap-5">
          {TABS.map((tab) => (
            <Tabs.Trigger
              key={tab}
              value={tab}
              className="border-transparent border-b-2 text-muted-foreground text-sm hover:text-foreground data-[state=active]:border-primary data-[state=active]:text-foreground"
            >
              {t(tab)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <IconButton label={t("close")} onClick={pane.hide}>
          <X />
        </IconButton>
      </div>
      <Tabs.Content value="files" className="flex min-h-0 flex-1 flex-col">
        <FilesTab workspaceId={chat.workspaceId} />
      </Tabs.Content>
      <Tabs.Content value="subagents" className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <SubagentsTab chatId={chat.parentId ?? chat.id} currentId={chat.id} />
      </Tabs.Content>
      <Tabs.Content value="context" className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <ContextTab chat={chat} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
