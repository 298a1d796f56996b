"use client";

import { Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { SelectField, TextField } from "#components/ui/field.tsx";
import type { WorkspaceView } from "#lib/store/views.ts";

export type WorkspaceChoice =
  | { kind: "existing"; id: string }
  | { kind: "new"; name: string }
  | { kind: "path"; path: string };

const DEFAULT_NAME = "workspace";

/** The newest folder, else a new one. */
export function initialChoice(workspaces: readonly WorkspaceView[] | undefined): WorkspaceChoice {
  const newest = workspaces?.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  return newest ? { kind: "existing", id: newest.id } : { kind: "new", name: DEFAULT_NAME };
}

interface WorkspaceChooserProps {
  workspaces: readonly WorkspaceView[];
  choice: WorkspaceChoice;
  onChange(choice: WorkspaceChoice): void;
}

/** One of the known folders, a new one, or any folder of the machine by its path. */
export function WorkspaceChooser({ workspaces, choice, onChange }: WorkspaceChooserProps) {
  const t = useTranslations("newChat");
  const selected = choice.kind === "existing" ? choice.id : choice.kind;
  const select = (value: string) => {
    if (value === "new") onChange({ kind: "new", name: DEFAULT_NAME });
    else if (value === "path") onChange({ kind: "path", path: "" });
    else onChange({ kind: "existing", id: value });
  };
  const path = workspaces.find(({ id }) => id === selected)?.path;
  return (
    <div className="flex flex-wrap items-center gap-2.5 text-sm">
      <div className="flex min-w-0 items-center gap-2.5 text-muted-foreground">
        <Folder aria-hidden className="size-4 shrink-0" />
        <SelectField
          aria-label={t("workspace")}
          value={selected}
          onChange={(event) => select(event.target.value)}
          className="h-8 w-auto max-w-60"
        >
          {workspaces.map((workspace) => (
            <option key={workspace.id} value={workspace.id}>
              {workspace.name}
            </option>
          ))}
          <option value="new">{t("newFolder")}</option>
          <option value="path">{t("otherFolder")}</option>
        </SelectField>
      </div>
      {choice.kind === "new" && (
        <TextField
          aria-label={t("newFolderName")}
          value={choice.name}
          onChange={(event) => onChange({ kind: "new", name: event.target.value })}
          className="h-8 w-56"
        />
      )}
      {choice.kind === "path" && (
        <TextField
          aria-label={t("folderPath")}
          placeholder="/home/me/project"
          value={choice.path}
          onChange={(event) => onChange({ kind: "path", path: event.target.value })}
          className="h-8 min-w-56 flex-1 font-mono text-[13px]"
        />
      )}
      {path && <span className="min-w-0 truncate font-mono text-muted-foreground text-xs">{path}</span>}
    </div>
  );
}
