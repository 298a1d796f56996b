"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { MessageView } from "#lib/store/views.ts";
import { useBranchActions } from "./branch-context.ts";
import { rowText } from "./row-text.ts";
import { VersionPager } from "./version-pager.tsx";

/** Below the last answer of a turn: its versions, copy, and another answer. */
export function AnswerFooter({ row }: { row: MessageView }) {
  const t = useTranslations("thread");
  const { canChange, answerAnew } = useBranchActions();
  const text = rowText(row);
  return (
    <div className="-ml-1.5 flex h-7 items-center gap-0.5 opacity-60 transition-opacity focus-within:opacity-100 hover:opacity-100">
      {text && <CopyButton text={text} label={t("copyAnswer")} className="size-7" />}
      {canChange && (
        <IconButton label={t("answerAnew")} className="size-7" onClick={() => answerAnew(row.id)}>
          <RotateCcw />
        </IconButton>
      )}
      <VersionPager row={row} />
    </div>
  );
}
