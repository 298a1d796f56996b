"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { requestBodyPath } from "#components/api/chat-requests.ts";
import { requestBytes } from "#components/api/request-json.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { RequestView } from "#lib/store/views.ts";
import { RequestTokens } from "./request-list.tsx";

interface RequestBodyProps {
  chatId: string;
  request: RequestView;
  onBack(): void;
}

/** The body of one request: byte for byte as it was sent, or set out for reading. */
export function RequestBody({ chatId, request, onBack }: RequestBodyProps) {
  const t = useTranslations("context");
  const format = useFormat();
  const [pretty, setPretty] = useState(true);
  const path = requestBodyPath(chatId, request.n);
  const body = useQuery({
    queryKey: ["text", path],
    queryFn: async ({ signal }) => new TextDecoder().decode((await requestBytes(path, undefined, signal)).bytes),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const text = useMemo(() => (pretty ? prettyJson(body.data ?? "") : (body.data ?? "")), [body.data, pretty]);
  return (
    <div className="space-y-4 p-4">
      <Button look="quiet" size="small" className="-ml-2" onClick={onBack}>
        <ArrowLeft /> {t("backToList")}
      </Button>
      <div>
        <h2 className="font-medium">{t("request", { n: request.n })}</h2>
        <p className="text-muted-foreground text-xs tabular-nums">
          {request.model} · <RequestTokens request={request} /> · {format.bytes(request.bytes)}
        </p>
      </div>
      <div className="flex items-center gap-1">
        {[true, false].map((choice) => (
          <Button
            key={String(choice)}
            look={pretty === choice ? "outline" : "quiet"}
            size="small"
            aria-pressed={pretty === choice}
            onClick={() => setPretty(choice)}
          >
            {choice ? t("pretty") : t("raw")}
          </Button>
        ))}
        <span className="flex-1" />
        {body.data !== undefined && <CopyButton text={body.data} />}
      </div>
      {body.error ? (
        <LoadFailure error={body.error} onRetry={() => void body.refetch()} />
      ) : body.data === undefined ? (
        <SkeletonLines widths={["w-full", "w-4/5", "w-3/4"]} />
      ) : (
        <LongText text={text} className="rounded-lg bg-muted/60 p-3 text-xs" />
      )}
    </div>
  );
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
