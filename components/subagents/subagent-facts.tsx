"use client";

import { useTranslations } from "next-intl";
import { ContextRing } from "#components/context/context-ring.tsx";
import { useMeterWords } from "#components/context/use-meter-words.ts";
import type { SubagentView } from "#lib/store/views.ts";

/** State, steps and room of a subagent in one quiet line. */
export function SubagentFacts({ subagent }: { subagent: SubagentView }) {
  const t = useTranslations("subagents");
  const meter = useMeterWords(subagent.context);
  return (
    <span className="flex items-center gap-2 text-muted-foreground text-xs tabular-nums">
      <span>{t(subagent.status)}</span>
      <span aria-hidden>·</span>
      <span>{t("steps", { count: subagent.steps })}</span>
      <ContextRing {...subagent.context} {...meter} className="size-3.5" />
    </span>
  );
}
