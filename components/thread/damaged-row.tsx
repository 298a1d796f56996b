"use client";

import { useTranslations } from "next-intl";
import type { MessageView } from "#lib/store/views.ts";

/** Stands where a stored row cannot be read any more. */
export function DamagedRow({ row }: { row: MessageView }) {
  const t = useTranslations("thread");
  return (
    <p
      role="note"
      className="rounded-lg border border-attention/50 border-dashed px-3.5 py-2 text-muted-foreground text-sm"
    >
      {t("damaged", { id: row.id })}
    </p>
  );
}
