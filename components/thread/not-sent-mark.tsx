"use client";

import { useTranslations } from "next-intl";

/** Stands on what is stored but left out of the newest request. */
export function NotSentMark() {
  const t = useTranslations("thread");
  return (
    <span
      title={t("keptNotSentHint")}
      className="shrink-0 rounded-full border border-dashed px-2 text-[11px] text-muted-foreground leading-5"
    >
      {t("keptNotSent")}
    </span>
  );
}
