"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { requestBytes } from "#components/api/request-json.ts";
import { Button } from "./button.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { LongText } from "./long-text.tsx";
import { SkeletonLines } from "./skeleton.tsx";
import { useFormat } from "./use-format.ts";

const PART_BYTES = 262_144;

/** A text on the server that may be many megabytes: its parts come one after another, on request. */
export function PagedText({ href, bytes }: { href: string; bytes: number }) {
  const t = useTranslations("common");
  const format = useFormat();
  const parts = useInfiniteQuery({
    queryKey: ["text", href],
    queryFn: ({ pageParam: from, signal }) =>
      requestBytes(href, { from, to: Math.min(from + PART_BYTES, bytes) - 1 }, signal).then((part) => part.bytes),
    initialPageParam: 0,
    getNextPageParam: (_, loaded) => {
      const end = loaded.reduce((sum, part) => sum + part.length, 0);
      return end < bytes ? end : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const text = useMemo(() => decodeParts(parts.data?.pages ?? []), [parts.data]);
  const loaded = parts.data?.pages.reduce((sum, part) => sum + part.length, 0) ?? 0;

  if (parts.error && !parts.data) return <LoadFailure error={parts.error} onRetry={() => void parts.refetch()} />;
  if (!parts.data) return <SkeletonLines widths={["w-full", "w-4/5", "w-3/4"]} />;
  return (
    <>
      <LongText text={text} />
      {parts.hasNextPage && (
        <div className="mt-2 flex items-center gap-3 text-muted-foreground text-xs">
          <Button size="small" disabled={parts.isFetchingNextPage} onClick={() => void parts.fetchNextPage()}>
            {t("loadMore")}
          </Button>
          {t("loadedOf", { loaded: format.bytes(loaded), total: format.bytes(bytes) })}
        </div>
      )}
    </>
  );
}

/** One decoder for all parts: a letter may be cut by the end of one. */
function decodeParts(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part, index) => decoder.decode(part, { stream: index < parts.length - 1 })).join("");
}
