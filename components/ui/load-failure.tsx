"use client";

import { useTranslations } from "next-intl";
import { ApiError } from "#components/api/api-error.ts";
import { Button } from "./button.tsx";

/** Where something could not be loaded: what happened, and the one thing to do. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry(): void }) {
  const t = useTranslations("common");
  const isOffline = error instanceof ApiError && error.status === 0;
  return (
    <div role="alert" className="flex flex-col items-start gap-3 p-4 text-muted-foreground text-sm">
      <p>{isOffline ? t("offline") : error.message || t("failed")}</p>
      <Button size="small" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}
