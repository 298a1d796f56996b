"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "#components/ui/use-format.ts";
import { percentUsed } from "./context-ring.tsx";

/** The ring in words. */
export function useMeterWords({ used, budget }: { used: number; budget: number }) {
  const t = useTranslations("context");
  const format = useFormat();
  const percent = percentUsed(used, budget);
  return {
    label: t("meter", { percent }),
    words: t("meterWords", { percent, used: format.number(used), budget: format.number(budget) }),
  };
}
