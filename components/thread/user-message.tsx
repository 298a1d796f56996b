"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { MessageView } from "#lib/store/views.ts";
import { useBranchActions } from "./branch-context.ts";
import { DamagedRow } from "./damaged-row.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { NotSentMark } from "./not-sent-mark.tsx";
import { PinButton } from "./pin-button.tsx";
import { rowText } from "./row-text.ts";
import { VersionPager } from "./version-pager.tsx";

const CLAMPED_UNITS = 1_200;
const CLAMPED_LINES = 14;

/** A message of the person; a long one is shown in part until it is asked for. */
export const UserMessage = memo(function UserMessage({ row }: { row: MessageView }) {
  const t = useTranslations("thread");
  const format = useFormat();
  const { canChange, editing, startEdit, cancelEdit, saveEdit } = useBranchActions();
  const text = rowText(row);
  const mayEdit = canChange && (row.kind === "person" || row.kind === "steer");
  if (row.damaged) return <DamagedRow row={row} />;
  if (mayEdit && editing === row.id) {
    return (
      <MessageEditor
        text={text}
        label={t("editLabel")}
        saveLabel={t("saveAndSend")}
        onSave={(changed) => saveEdit(row.id, changed)}
        onCancel={cancelEdit}
      />
    );
  }
  const kind = row.kind === "steer" ? t("steer") : row.kind === "instruction" ? t("instruction") : undefined;
  return (
    <div className="group/message flex flex-col items-end gap-1">
      {kind && <p className="text-muted-foreground text-xs">{kind}</p>}
      <UserBubble text={text} />
      <div className="flex h-6 items-center gap-2 text-muted-foreground text-xs">
        {row.preview && (
          <span>
            {t("preview", {
              sent: format.number(row.preview.head + row.preview.tail),
              total: format.number(text.length),
            })}
          </span>
        )}
        {row.sent && <NotSentMark />}
        <span className="flex items-center gap-1 opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100">
          <time dateTime={new Date(row.createdAt).toISOString()}>{format.time(row.createdAt)}</time>
          <CopyButton text={text} label={t("copyMessage")} className="size-6" />
          {canChange && <PinButton rowId={row.id} />}
          {mayEdit && (
            <IconButton label={t("editMessage")} className="size-6" onClick={() => startEdit(row.id)}>
              <Pencil className="!size-3.5" />
            </IconButton>
          )}
        </span>
        <VersionPager row={row} />
      </div>
    </div>
  );
});

export function UserBubble({ text, muted = false, children }: { text: string; muted?: boolean; children?: ReactNode }) {
  const t = useTranslations();
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const part = clamp(text);
  const isLong = part.length < text.length;
  return (
    <div className={classNames("max-w-[85%] rounded-2xl rounded-br-md bg-muted px-4 py-2.5", muted && "opacity-60")}>
      <LongText text={whole ? text : part} className="font-sans text-[15px] leading-6" />
      {isLong && (
        <Button look="link" size="inline" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t("common.showLess") : t("common.showAll")}
          {!whole && (
            <span className="text-xs">({t("composer.characters", { count: format.number(text.length) })})</span>
          )}
        </Button>
      )}
      {children}
    </div>
  );
}

function clamp(text: string): string {
  const lines = text.slice(0, CLAMPED_UNITS).split("\n");
  const part = lines.slice(0, CLAMPED_LINES).join("\n");
  // A little more than the bound is not worth a fold.
  return text.length - part.length < CLAMPED_UNITS / 4 && lines.length <= CLAMPED_LINES ? text : part.toWellFormed();
}
