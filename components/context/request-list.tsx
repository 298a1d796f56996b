"use client";

import { useTranslations } from "next-intl";
import { useRequests } from "#components/api/use-chat.ts";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { RequestView } from "#lib/store/views.ts";
import { newlyLeftOut } from "./left-out.ts";

interface RequestListProps {
  chatId: string;
  onOpen(request: RequestView): void;
}

export function RequestList({ chatId, onOpen }: RequestListProps) {
  const t = useTranslations("context");
  const { data: requests, error, refetch } = useRequests(chatId);
  return (
    <section className="space-y-2">
      <h2 className="font-medium text-sm">{t("requests")}</h2>
      <p className="text-muted-foreground text-xs">{t("requestsHint")}</p>
      {error && !requests ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !requests ? (
        <SkeletonLines widths={["w-3/4", "w-2/3", "w-4/5"]} />
      ) : requests.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t("noRequests")}</p>
      ) : (
        <ol className="-mx-2 divide-y">
          {requests.toReversed().map((request) => (
            <RequestLine key={request.id} request={request} onOpen={() => onOpen(request)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function RequestLine({ request, onOpen }: { request: RequestView; onOpen(): void }) {
  const t = useTranslations("context");
  const format = useFormat();
  const { cleared, dropped } = newlyLeftOut(request.report);
  const failed = request.error !== undefined || (request.status !== undefined && request.status >= 400);
  return (
    <li style={{ contentVisibility: "auto", containIntrinsicSize: "auto 56px" }}>
      <button type="button" onClick={onOpen} className="w-full rounded-md px-2 py-2 text-left hover:bg-muted">
        <span className="flex items-baseline justify-between gap-3 text-sm">
          <span>
            {t("request", { n: request.n })}
            {request.attempt > 1 && (
              <span className="text-muted-foreground"> · {t("attempt", { n: request.attempt })}</span>
            )}
            {failed && <span className="text-failure"> · {request.status ?? request.error}</span>}
          </span>
          <time
            dateTime={new Date(request.sentAt).toISOString()}
            className="text-muted-foreground text-xs tabular-nums"
          >
            {format.time(request.sentAt)}
          </time>
        </span>
        <span className="block text-muted-foreground text-xs tabular-nums">
          <RequestTokens request={request} />
          {cleared + dropped > 0 && " · "}
          {cleared > 0 && t("cleared", { count: cleared })}
          {cleared > 0 && dropped > 0 && ", "}
          {dropped > 0 && t("dropped", { count: dropped })}
        </span>
      </button>
    </li>
  );
}

export function RequestTokens({ request }: { request: RequestView }) {
  const t = useTranslations("context");
  const format = useFormat();
  const { usage } = request;
  if (usage?.inputTokens === undefined) return t("estimated", { count: format.short(request.estimate) });
  return t("tokensLine", {
    input: format.short(usage.inputTokens),
    cached: format.short(usage.cachedTokens ?? 0),
    output: format.short(usage.outputTokens ?? 0),
  });
}
