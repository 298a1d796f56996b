"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "#components/ui/use-format.ts";
import { useNow } from "#components/ui/use-now.ts";
import { type CallView, countLines } from "./tool-call.ts";

const SHOWN_FROM_MS = 1_000;

/** At the end of a call's line: how it ended, how much came back, how long it took. */
export function ToolFacts({ view }: { view: CallView }) {
  const t = useTranslations("tool");
  const format = useFormat();
  const isRunning = view.state === "running";
  const now = useNow(isRunning && view.startedAt !== undefined);
  const elapsed = isRunning && view.startedAt !== undefined ? Math.max(0, now - view.startedAt) : view.durationMs;
  const lines = view.state === "done" ? countLines(view.output) : undefined;
  const isLarge = view.output && "href" in view.output;
  const ended = view.state === "failed" || view.state === "stopped" || view.state === "interrupted";
  return (
    <span className="flex shrink-0 items-center gap-2 text-muted-foreground text-xs tabular-nums">
      {ended && <span>{t(view.state as "failed" | "stopped" | "interrupted")}</span>}
      {lines !== undefined && <span className="max-sm:hidden">{t("lines", { count: lines })}</span>}
      {isLarge && <span>{format.bytes(view.output && "bytes" in view.output ? view.output.bytes : 0)}</span>}
      {elapsed !== undefined && elapsed >= SHOWN_FROM_MS && <span>{format.duration(elapsed)}</span>}
    </span>
  );
}
