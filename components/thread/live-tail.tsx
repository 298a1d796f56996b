"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { SubagentCard } from "#components/subagents/subagent-card.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { withKeys } from "#components/ui/with-keys.ts";
import type { LiveStep } from "./live/live-state.ts";
import { useLive } from "./live/use-thread.tsx";
import { visibleSteps } from "./live/visible-steps.ts";
import { LiveMarkdown } from "./markdown/live-markdown.tsx";
import { ReasoningFold } from "./reasoning-fold.tsx";
import { useThreadFacts } from "./thread-context.ts";
import { ToolCard } from "./tool-card.tsx";
import { WaitLine } from "./wait-line.tsx";

/** What is being said right now, below the stored rows. */
export function LiveTail({ rowIds }: { rowIds: ReadonlySet<string> }) {
  const { running } = useThreadFacts();
  const state = useLive((live) => live);
  if (!state) return null;
  const steps = visibleSteps(state, rowIds);
  const isCalling = [...state.tools.values()].some((tool) => tool.state === "running");
  return (
    <div aria-busy={running} className="space-y-3">
      {steps.map((step) => (
        <LiveStepView key={step.id} step={step} />
      ))}
      {state.wait ? <WaitLine wait={state.wait} /> : running && !isCalling && <WorkingLine />}
    </div>
  );
}

const LiveStepView = memo(function LiveStepView({ step }: { step: LiveStep }) {
  return (
    <div className="space-y-1.5">
      {withKeys(step.parts).map(({ key, item: part }) => {
        if (part.type === "tool") {
          const Card = part.toolName === "run_subagent" ? SubagentCard : ToolCard;
          return <Card key={part.toolCallId} call={part} row={undefined} />;
        }
        if (part.type === "reasoning") return <ReasoningFold key={key} text={part.text} open={part.open} />;
        return part.text.trim() && <LiveMarkdown key={key} text={part.text} />;
      })}
    </div>
  );
});

function WorkingLine() {
  const t = useTranslations("thread");
  return (
    <p className="flex h-8 items-center gap-2.5 pl-2 text-muted-foreground text-sm">
      <Spinner className="text-primary" />
      {t("working")}
    </p>
  );
}
