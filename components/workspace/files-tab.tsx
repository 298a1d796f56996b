"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { queryKeys } from "#components/api/query-keys.ts";
import { useWorkspaces } from "#components/api/use-chat.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { FileView as FileEntry } from "#lib/store/views.ts";
import { FileViewer } from "./file-viewer.tsx";
import { FolderTree } from "./folder-tree.tsx";

/** The folder that the agent builds in. */
export function FilesTab({ workspaceId }: { workspaceId: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const { data: workspaces } = useWorkspaces();
  const [opened, setOpened] = useState<FileEntry>();
  const workspace = workspaces?.find(({ id }) => id === workspaceId);
  if (opened) return <FileViewer workspaceId={workspaceId} file={opened} onBack={() => setOpened(undefined)} />;
  return (
    <>
      <div className="flex items-center gap-2 px-4 pt-2">
        <p className="min-w-0 flex-1 truncate font-mono text-muted-foreground text-xs" title={workspace?.path}>
          {workspace?.path}
        </p>
        <IconButton
          label={t("common.refresh")}
          onClick={() => void client.invalidateQueries({ queryKey: queryKeys.files(workspaceId) })}
        >
          <RefreshCw />
        </IconButton>
      </div>
      <nav aria-label={t("files.tree")} className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        <FolderTree workspaceId={workspaceId} path="" depth={0} onOpen={setOpened} />
      </nav>
    </>
  );
}
