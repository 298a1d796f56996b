"use client";

import { useTranslations } from "next-intl";
import { LongText } from "#components/ui/long-text.tsx";

/** What the model thought, folded away. */
export function ReasoningFold({ text, open = false }: { text: string; open?: boolean }) {
  const t = useTranslations("thread");
  if (text.trim() === "") return null;
  return (
    <details className="text-muted-foreground text-sm">
      <summary className="w-fit rounded py-1 pr-2 text-xs hover:text-foreground">
        {open ? t("thinking") : t("reasoning")}
      </summary>
      <LongText text={text} className="border-l pl-3 font-sans" />
    </details>
  );
}
