"use client";

import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlan } from "#components/api/use-chat.ts";
import { classNames } from "#components/ui/class-names.ts";
import { withKeys } from "#components/ui/with-keys.ts";
import type { PlanStep } from "#lib/store/views.ts";
import { useThreadFacts } from "./thread-context.ts";

const ICONS = { pending: Circle, in_progress: CircleDot, done: CircleCheck };

/** The agent's newest plan, above the message box: one line that opens. */
export function PlanCard() {
  const t = useTranslations("thread");
  const { chatId, running } = useThreadFacts();
  const { data: steps = [] } = usePlan(chatId);
  const done = steps.filter((step) => step.status === "done").length;
  if (steps.length === 0 || (!running && done === steps.length)) return null;
  const current = steps.find((step) => step.status === "in_progress");
  return (
    <details className="mb-2 rounded-xl border bg-card text-sm">
      <summary className="flex list-none items-center gap-3 rounded-xl px-4 py-2">
        <span className="font-medium">{t("plan")}</span>
        <span className="min-w-0 flex-1 truncate text-muted-foreground">{current?.title}</span>
        <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
          {t("planProgress", { done, total: steps.length })}
        </span>
      </summary>
      <ol className="scroll-quiet max-h-60 space-y-1 overflow-y-auto border-t px-4 py-2.5">
        {withKeys(steps).map(({ key, item }) => (
          <PlanLine key={key} step={item} />
        ))}
      </ol>
    </details>
  );
}

function PlanLine({ step }: { step: PlanStep }) {
  const Icon = ICONS[step.status];
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        aria-hidden
        className={classNames(
          "mt-1 size-3.5 shrink-0 text-muted-foreground",
          step.status !== "pending" && "text-primary",
        )}
      />
      <span className={classNames(step.status === "done" && "text-muted-foreground")}>{step.title}</span>
    </li>
  );
}
