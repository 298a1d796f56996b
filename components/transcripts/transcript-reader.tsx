"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { fetchMessages } from "#components/api/chat-requests.ts";
import { useChat } from "#components/api/use-chat.ts";
import { ScreenHeader } from "#components/shell/screen-header.tsx";
import { Button } from "#components/ui/button.tsx";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { MessageView } from "#lib/store/views.ts";
import { TranscriptRow } from "./transcript-row.tsx";

const PAGE_ROWS = 80;

/** Everything that is stored of a chat, from the beginning, each row whole. */
export function TranscriptReader({ chatId }: { chatId: string }) {
  const t = useTranslations();
  const { data: chat } = useChat(chatId);
  const pages = useInfiniteQuery({
    queryKey: ["chat", chatId, "transcript"],
    queryFn: ({ pageParam: after }) =>
      fetchMessages(chatId, { after, limit: PAGE_ROWS }).then(({ messages }) => messages),
    initialPageParam: 0,
    // A page may hold fewer rows than were asked for; only an empty one is the end.
    getNextPageParam: (page: MessageView[]) => page.at(-1)?.seq,
    structuralSharing: false,
  });
  const rows = pages.data?.pages.flat();
  const openChat = (
    <Button asChild look="quiet" size="small">
      <Link href={`/chats/${chatId}`}>
        {t("transcripts.openChat")} <ArrowUpRight />
      </Link>
    </Button>
  );
  return (
    <>
      <ScreenHeader actions={openChat}>
        <Link
          href="/transcripts"
          aria-label={t("transcripts.title")}
          className="rounded-md p-1 text-muted-foreground hover:text-foreground"
        >
          <ArrowLeft aria-hidden className="size-4" />
        </Link>
        <h1 className="truncate font-medium text-sm">{chat?.title || t("nav.untitled")}</h1>
      </ScreenHeader>
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-3xl px-4 pb-16">
          {pages.error && !rows ? (
            <LoadFailure error={pages.error} onRetry={() => void pages.refetch()} />
          ) : !rows ? (
            <SkeletonLines widths={["w-full", "w-4/5", "w-3/4"]} />
          ) : (
            rows.map((row) => <TranscriptRow key={row.id} row={row} />)
          )}
          {rows && (
            <PageEnd
              hasMore={pages.hasNextPage}
              isLoading={pages.isFetchingNextPage}
              onMore={() => void pages.fetchNextPage()}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Loads on when it comes near; without that, by its button. */
function PageEnd({ hasMore, isLoading, onMore }: { hasMore: boolean; isLoading: boolean; onMore(): void }) {
  const t = useTranslations();
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (!mark.current || !hasMore || isLoading) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: "0px 0px 800px 0px" },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [hasMore, isLoading]);
  return (
    <div ref={mark} className="pt-6 text-center text-muted-foreground text-sm">
      {hasMore ? (
        <Button look="link" size="small" disabled={isLoading} onClick={onMore}>
          {isLoading ? t("common.loading") : t("common.loadMore")}
        </Button>
      ) : (
        t("transcripts.end")
      )}
    </div>
  );
}
