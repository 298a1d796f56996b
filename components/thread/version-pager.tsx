"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { MessageView } from "#lib/store/views.ts";
import { useBranchActions } from "./branch-context.ts";

/** "‹ 2 / 3 ›" where a message or an answer has other versions. */
export function VersionPager({ row }: { row: MessageView }) {
  const t = useTranslations("thread");
  const { canChange, choose } = useBranchActions();
  const versions = row.versions ?? [];
  if (versions.length < 2) return null;
  const at = versions.indexOf(row.id);
  const [before, after] = [versions[at - 1], versions[at + 1]];
  return (
    <fieldset className="flex items-center" aria-label={t("versions")}>
      <IconButton
        label={t("versionBefore")}
        className="size-6"
        disabled={!canChange || before === undefined}
        onClick={() => before && choose(before)}
      >
        <ChevronLeft />
      </IconButton>
      <span className="text-muted-foreground text-xs tabular-nums">
        {t("version", { number: at + 1, total: versions.length })}
      </span>
      <IconButton
        label={t("versionAfter")}
        className="size-6"
        disabled={!canChange || after === undefined}
        onClick={() => after && choose(after)}
      >
        <ChevronRight />
      </IconButton>
    </fieldset>
  );
}
