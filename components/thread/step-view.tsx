"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { SubagentCard } from "#components/subagents/subagent-card.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import { withKeys } from "#components/ui/with-keys.ts";
import type { MessageView } from "#lib/store/views.ts";
import { AnswerFooter } from "./answer-footer.tsx";
import { DamagedRow } from "./damaged-row.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";
import { NotSentMark } from "./not-sent-mark.tsx";
import { ReasoningFold } from "./reasoning-fold.tsx";
import { ToolCard } from "./tool-card.tsx";
import { VersionPager } from "./version-pager.tsx";

interface StepViewProps {
  row: MessageView;
  results: ReadonlyMap<string, MessageView>;
  /** The turn ends with it. */
  isAnswer: boolean;
}

/** One stored step of the agent: what it said and what it called. */
export const StepView = memo(function StepView({ row, results, isAnswer }: StepViewProps) {
  if (row.damaged) return <DamagedRow row={row} />;
  const hasCalls = row.content.some((part) => part.type === "tool-call");
  return (
    <div className="space-y-1.5">
      {withKeys(row.content).map(({ key, item: part }) => {
        if (part.type === "text") return part.text.trim() && <MarkdownText key={key} text={part.text} />;
        if (part.type === "reasoning") return <ReasoningFold key={key} text={part.text} />;
        if (part.type === "tool-result") return null;
        const Card = part.toolName === "run_subagent" ? SubagentCard : ToolCard;
        return <Card key={part.toolCallId} call={part} row={results.get(part.toolCallId)} stepAt={row.createdAt} />;
      })}
      {row.sent && !hasCalls && <NotSentMark />}
      <StepState row={row} />
      {isAnswer ? <AnswerFooter row={row} /> : <VersionPager row={row} />}
    </div>
  );
});

function StepState({ row }: { row: MessageView }) {
  const t = useTranslations("thread");
  const format = useFormat();
  if (row.state === "complete") return null;
  const words = {
    stopped: t("stopped", { time: format.time(row.createdAt) }),
    failed: t("failedStep"),
    interrupted: row.onPath ? t("interrupted") : t("interruptedAside"),
  }[row.state];
  return <p className="text-muted-foreground text-xs">{words}</p>;
}
