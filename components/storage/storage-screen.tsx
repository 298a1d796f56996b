"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { queryKeys } from "#components/api/query-keys.ts";
import { fetchStorage } from "#components/api/storage-requests.ts";
import { ScreenHeader } from "#components/shell/screen-header.tsx";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { KeepingSections } from "./keeping-sections.tsx";
import { StorageFacts } from "./storage-facts.tsx";

/** Where everything is, how large it is, and how it is kept safe. */
export function StorageScreen() {
  const t = useTranslations("storage");
  const { data: storage, error, refetch } = useQuery({ queryKey: queryKeys.storage, queryFn: fetchStorage });
  return (
    <>
      <ScreenHeader />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-3xl space-y-8 px-4 pt-8 pb-16">
          <div>
            <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
            <p className="text-muted-foreground text-sm">{t("lead")}</p>
          </div>
          {error && !storage ? (
            <LoadFailure error={error} onRetry={() => void refetch()} />
          ) : !storage ? (
            <SkeletonLines widths={["w-full", "w-4/5", "w-3/4", "w-2/3", "w-1/2"]} />
          ) : (
            <>
              <StorageFacts storage={storage} />
              <KeepingSections storage={storage} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
