"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { listTranscripts } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { ScreenHeader } from "#components/shell/screen-header.tsx";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { filterTranscripts, NO_FILTER } from "./filter-transcripts.ts";
import { TranscriptFilterBar } from "./transcript-filter-bar.tsx";
import { TranscriptTable } from "./transcript-table.tsx";
import { TrashList } from "./trash-list.tsx";

/** Every chat and every subagent that is stored. */
export function TranscriptsScreen() {
  const t = useTranslations("transcripts");
  const [filter, setFilter] = useState(NO_FILTER);
  const deferred = useDeferredValue(filter);
  const { data: chats, error, refetch } = useQuery({ queryKey: queryKeys.transcripts, queryFn: listTranscripts });
  const shown = chats && filterTranscripts(chats, deferred);
  return (
    <>
      <ScreenHeader />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-4xl space-y-6 px-4 pt-8 pb-16">
          <div>
            <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
            <p className="text-muted-foreground text-sm">{t("lead")}</p>
          </div>
          <TranscriptFilterBar filter={filter} onChange={setFilter} />
          {error && !chats ? (
            <LoadFailure error={error} onRetry={() => void refetch()} />
          ) : !shown ? (
            <SkeletonLines widths={["w-full", "w-4/5", "w-3/4"]} />
          ) : shown.length === 0 ? (
            <p className="text-muted-foreground text-sm">{chats.length === 0 ? t("empty") : t("none")}</p>
          ) : (
            <TranscriptTable chats={shown} all={chats} />
          )}
          <TrashList />
        </div>
      </div>
    </>
  );
}
