"use client";

import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { memo, useId, useState } from "react";
import { useSubagents } from "#components/api/use-chat.ts";
import { NotSentMark } from "#components/thread/not-sent-mark.tsx";
import { useThreadFacts } from "#components/thread/thread-context.ts";
import { ToolCard } from "#components/thread/tool-card.tsx";
import { ToolOutput } from "#components/thread/tool-output.tsx";
import type { MessageView, SubagentView } from "#lib/store/views.ts";
import { SubagentFacts } from "./subagent-facts.tsx";
import { SubagentIcon } from "./subagent-icon.tsx";

interface SubagentCardProps {
  call: { toolCallId: string; toolName: string; input?: unknown };
  row: MessageView | undefined;
  stepAt?: number;
}

/** A subagent where it was started: live while it works, with its report afterwards, and the way into its own transcript. */
export const SubagentCard = memo(function SubagentCard(props: SubagentCardProps) {
  const { chatId } = useThreadFacts();
  const { data: subagents } = useSubagents(chatId);
  const subagent = subagents?.find(({ parentToolCallId }) => parentToolCallId === props.call.toolCallId);
  if (!subagent) return <ToolCard {...props} />;
  return <KnownSubagent subagent={subagent} row={props.row} />;
});

function KnownSubagent({ subagent, row }: { subagent: SubagentView; row: MessageView | undefined }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const reportId = useId();
  const report = row?.content.find((part) => part.type === "tool-result")?.output;
  return (
    <section aria-label={subagent.title} className="rounded-xl border bg-card">
      <div className="flex min-h-12 items-center gap-3 px-3.5 py-2">
        <SubagentIcon status={subagent.status} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium text-sm">{subagent.title}</p>
          <SubagentFacts subagent={subagent} />
        </div>
        {row?.sent && <NotSentMark />}
        {report && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={reportId}
            onClick={() => setOpen(!open)}
            className="rounded px-1.5 py-1 text-muted-foreground text-xs hover:text-foreground"
          >
            {t("subagents.report")}
          </button>
        )}
        <Link
          href={`/chats/${subagent.id}`}
          aria-label={`${t("subagents.open")}: ${subagent.title}`}
          title={t("subagents.open")}
          className="rounded-md p-1.5 text-muted-foreground hover:bg-muted hover:text-foreground"
        >
          <ArrowUpRight aria-hidden className="size-4" />
        </Link>
      </div>
      <div id={reportId}>
        {open && report && (
          <div className="scroll-quiet max-h-96 overflow-auto border-t px-4 py-3">
            <ToolOutput output={report} />
          </div>
        )}
      </div>
    </section>
  );
}
