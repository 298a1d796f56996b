"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLive } from "#components/thread/live/use-thread.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { ChatView, RequestView } from "#lib/store/views.ts";
import { percentUsed } from "./context-ring.tsx";
import { FittingChoices } from "./fitting-choices.tsx";
import { RequestBody } from "./request-body.tsx";
import { RequestList } from "./request-list.tsx";

/** What the model receives: how full it is, what is left out, and every request exactly as it was sent. */
export function ContextTab({ chat }: { chat: ChatView }) {
  const [opened, setOpened] = useState<RequestView>();
  if (opened) return <RequestBody chatId={chat.id} request={opened} onBack={() => setOpened(undefined)} />;
  return (
    <div className="space-y-6 p-4">
      <ContextSize chat={chat} />
      <ContextFacts chat={chat} />
      {chat.parentId === undefined && <FittingChoices chatId={chat.id} />}
      <RequestList chatId={chat.id} onOpen={setOpened} />
    </div>
  );
}

function ContextSize({ chat }: { chat: ChatView }) {
  const t = useTranslations("context");
  const format = useFormat();
  const { used, budget } = chat.context;
  const percent = percentUsed(used, budget);
  return (
    <section className="space-y-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <span>
          <span className="block text-muted-foreground text-xs">{t("used")}</span>
          <span className="font-semibold text-xl tabular-nums tracking-tight">{format.number(used)}</span>
        </span>
        <span className="text-muted-foreground text-sm tabular-nums">
          {t("budget")} {format.number(budget)}
        </span>
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-muted">
        <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
      </div>
      <LeftOut />
      <p className="text-muted-foreground text-xs">{t("explain")}</p>
    </section>
  );
}

function LeftOut() {
  const t = useTranslations("context");
  const leftOut = useLive((state) => state.projection);
  if (!leftOut) return null;
  const isNothing = leftOut.cleared + leftOut.dropped === 0;
  return <p className="text-sm">{isNothing ? t("nothingLeftOut") : t("leavesOut", leftOut)}</p>;
}

function ContextFacts({ chat }: { chat: ChatView }) {
  const t = useTranslations("context");
  const format = useFormat();
  const { window, windowSource, model, counting } = chat.context;
  const { spend } = chat;
  const words = {
    input: format.number(spend.inputTokens),
    cached: format.number(spend.cachedTokens),
    output: format.number(spend.outputTokens),
  };
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-sm tabular-nums">
      <dt className="text-muted-foreground">{t("model")}</dt>
      <dd className="wrap-anywhere">{model}</dd>
      <dt className="text-muted-foreground">{t("counting")}</dt>
      <dd>
        {counting.profile === "unknown"
          ? t("countedUnknown")
          : t(counting.sampled ? "countedSampled" : "countedTable", { profile: counting.profile })}
      </dd>
      <dt className="text-muted-foreground">{t("window")}</dt>
      <dd>
        {format.number(window)} <span className="text-muted-foreground">({t(windowSource)})</span>
        {windowSource === "assumed" && <span className="block text-muted-foreground text-xs">{t("assumedHint")}</span>}
      </dd>
      <dt className="text-muted-foreground">{t("spend")}</dt>
      <dd>{t("spendLine", words)}</dd>
      {spend.cost !== undefined && (
        <>
          <dt className="text-muted-foreground">{t("cost")}</dt>
          <dd>{format.dollars(spend.cost)}</dd>
        </>
      )}
    </dl>
  );
}
