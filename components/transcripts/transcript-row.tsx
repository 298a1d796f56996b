"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { DamagedRow } from "#components/thread/damaged-row.tsx";
import { NotSentMark } from "#components/thread/not-sent-mark.tsx";
import { ToolOutput } from "#components/thread/tool-output.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import { withKeys } from "#components/ui/with-keys.ts";
import type { MessageView } from "#lib/store/views.ts";

/** One row of the log, whole; what the model does not receive any more is only marked. */
export const TranscriptRow = memo(function TranscriptRow({ row }: { row: MessageView }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <article id={`row-${row.seq}`} className="turn-out-of-view border-b py-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 text-muted-foreground text-xs tabular-nums">
        <h2 className="font-medium text-foreground text-sm">
          <RowTitle row={row} />
        </h2>
        <span>{t("transcripts.seq", { seq: row.seq })}</span>
        <time dateTime={new Date(row.createdAt).toISOString()}>{format.date(row.createdAt)}</time>
        <span>{t("common.tokens", { count: format.number(row.tokens) })}</span>
        <RowState row={row} />
        {row.sent && <NotSentMark />}
        {!row.onPath && row.state !== "failed" && row.state !== "interrupted" && (
          <span>{t("transcripts.otherBranch")}</span>
        )}
      </header>
      {row.damaged && <DamagedRow row={row} />}
      <div className="space-y-3">
        {withKeys(row.content).map(({ key, item }) => (
          <RowPart key={key} part={item} />
        ))}
      </div>
    </article>
  );
});

function RowTitle({ row }: { row: MessageView }) {
  const t = useTranslations();
  const result = row.content.find((part) => part.type === "tool-result");
  if (result) return t("transcripts.result", { name: result.toolName });
  const names = {
    person: t("thread.you"),
    handoff: t("thread.handoff"),
    instruction: t("thread.instruction"),
    steer: t("thread.steer"),
    step: t("thread.assistant"),
    result: t("tool.output"),
  };
  return names[row.kind];
}

function RowState({ row }: { row: MessageView }) {
  const t = useTranslations();
  if (row.state === "complete") return null;
  const words = { stopped: t("tool.stopped"), failed: t("tool.failed"), interrupted: t("tool.interrupted") }[row.state];
  return <span className="text-attention">{words}</span>;
}

function RowPart({ part }: { part: MessageView["content"][number] }) {
  const t = useTranslations();
  switch (part.type) {
    case "text":
      return <LongText text={part.text} className="font-sans text-[15px] leading-6" />;
    case "reasoning":
      return <LongText text={part.text} className="border-l pl-3 font-sans text-muted-foreground" />;
    case "tool-call":
      return (
        <section>
          <h3 className="pb-1 text-muted-foreground text-xs">{t("transcripts.call", { name: part.toolName })}</h3>
          <LongText text={JSON.stringify(part.input, null, 2)} className="rounded-lg bg-muted/60 px-3 py-2" />
        </section>
      );
    case "tool-result":
      return (
        <div className="rounded-lg bg-muted/60 px-3 py-2">
          <ToolOutput output={part.output} />
        </div>
      );
  }
}
