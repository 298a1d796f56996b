"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, File, Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { listFolder } from "#components/api/file-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { classNames } from "#components/ui/class-names.ts";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { FileView as FileEntry } from "#lib/store/views.ts";

interface FolderTreeProps {
  workspaceId: string;
  path: string;
  depth: number;
  onOpen(file: FileEntry): void;
}

/** The entries of one folder; a folder below it is read when it is opened. */
export function FolderTree({ workspaceId, path, depth, onOpen }: FolderTreeProps) {
  const t = useTranslations("files");
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.folder(workspaceId, path),
    queryFn: () => listFolder(workspaceId, path),
  });
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="p-2">
        <SkeletonLines widths={["w-1/2", "w-2/3"]} />
      </div>
    );
  if (data.entries.length === 0)
    return (
      <p style={indent(depth)} className="py-1.5 text-muted-foreground text-sm">
        {t("empty")}
      </p>
    );
  const entries = data.entries.toSorted(
    (a, b) => Number(b.kind === "folder") - Number(a.kind === "folder") || a.name.localeCompare(b.name),
  );
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.path}>
          {entry.kind === "folder" ? (
            <FolderLine workspaceId={workspaceId} entry={entry} depth={depth} onOpen={onOpen} />
          ) : (
            <FileLine entry={entry} depth={depth} onOpen={onOpen} />
          )}
        </li>
      ))}
      {data.more && (
        <li style={indent(depth)} className="py-1.5 text-muted-foreground text-xs">
          {t("more")}
        </li>
      )}
    </ul>
  );
}

interface LineProps {
  entry: FileEntry;
  depth: number;
  onOpen(file: FileEntry): void;
}

const lineStyle = "flex w-full items-center gap-2 rounded-md py-1 pr-2 text-left text-sm hover:bg-muted";
const indent = (depth: number) => ({ paddingLeft: `${depth * 1.1 + 0.5}rem` });

function FolderLine({ workspaceId, entry, depth, onOpen }: LineProps & { workspaceId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        style={indent(depth)}
        className={lineStyle}
      >
        <ChevronRight
          aria-hidden
          className={classNames("size-3.5 shrink-0 text-muted-foreground transition-transform", open && "rotate-90")}
        />
        <Folder aria-hidden className="size-4 shrink-0 text-primary" />
        <span className="truncate">{entry.name}</span>
      </button>
      {open && <FolderTree workspaceId={workspaceId} path={entry.path} depth={depth + 1} onOpen={onOpen} />}
    </>
  );
}

function FileLine({ entry, depth, onOpen }: LineProps) {
  const format = useFormat();
  return (
    <button type="button" onClick={() => onOpen(entry)} style={indent(depth)} className={lineStyle}>
      <span className="w-3.5 shrink-0" />
      <File aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 truncate">{entry.name}</span>
      <span className="shrink-0 text-muted-foreground text-xs tabular-nums">{format.bytes(entry.bytes)}</span>
    </button>
  );
}
