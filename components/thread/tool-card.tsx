"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useId, useState } from "react";
import { classNames } from "#components/ui/class-names.ts";
import type { MessageView } from "#lib/store/views.ts";
import { useLive } from "./live/use-thread.tsx";
import { NotSentMark } from "./not-sent-mark.tsx";
import { useThreadFacts } from "./thread-context.ts";
import { type CallView, callView, firstWords } from "./tool-call.ts";
import { ToolDetail } from "./tool-detail.tsx";
import { ToolFacts } from "./tool-facts.tsx";
import { ToolIcon } from "./tool-icon.tsx";
import { useToolPhrase } from "./use-tool-phrase.ts";

interface ToolCardProps {
  call: { toolCallId: string; toolName: string; input?: unknown };
  row: MessageView | undefined;
  stepAt?: number;
}

/** One call in one line; opens to its input and its complete output. */
export const ToolCard = memo(function ToolCard({ call, row, stepAt }: ToolCardProps) {
  const { running } = useThreadFacts();
  const live = useLive((state) => state.tools.get(call.toolCallId));
  const view = callView({ call, row, live, running, ...(stepAt !== undefined && { stepAt }) });
  return <ToolLine view={view} />;
});

function ToolLine({ view }: { view: CallView }) {
  const t = useTranslations("tool");
  const phrase = useToolPhrase(view);
  const [open, setOpen] = useState(false);
  const detailId = useId();
  const isFailure = view.state === "failed";
  return (
    <div className="group/tool rounded-lg border border-transparent data-[open=true]:border-border" data-open={open}>
      <div className="flex min-h-8 items-center gap-2 rounded-lg pr-2 hover:bg-muted/60">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={detailId}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg py-1 pl-2 text-left text-sm"
        >
          <ToolIcon toolName={view.toolName} state={view.state} />
          <span className={classNames("truncate", view.state === "pending" && "text-muted-foreground")}>{phrase}</span>
          {view.state === "pending" && <span className="shrink-0 text-muted-foreground text-xs">{t("pending")}</span>}
          <ChevronRight
            aria-hidden
            className={classNames(
              "size-3.5 shrink-0 text-muted-foreground opacity-0 transition-transform group-focus-within/tool:opacity-100 group-hover/tool:opacity-100",
              open && "rotate-90 opacity-100",
            )}
          />
        </button>
        {view.row?.sent && <NotSentMark />}
        <ToolFacts view={view} />
      </div>
      {isFailure && !open && firstWords(view.output) && (
        <p className="truncate pb-1 pl-9 text-failure text-xs">{firstWords(view.output)}</p>
      )}
      <div id={detailId}>{open && <ToolDetail view={view} />}</div>
    </div>
  );
}
