"use client";

import { useTranslations } from "next-intl";
import type { CallView } from "./tool-call.ts";
import { toolPhrase } from "./tool-phrase.ts";

const UNDER_WAY: ReadonlySet<string> = new Set(["pending", "running"]);

/** What a call does, in a sentence. */
export function useToolPhrase({ toolName, input, state }: Pick<CallView, "toolName" | "input" | "state">): string {
  const t = useTranslations("tool");
  const { verb, target } = toolPhrase(toolName, input);
  const words = { target: target || t("workspace") };
  if (state === "preparing") return t("preparing", { target: toolName });
  return UNDER_WAY.has(state) ? t(`${verb}.running`, words) : t(`${verb}.done`, words);
}
