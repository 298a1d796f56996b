"use client";

import { useTranslations } from "next-intl";
import { useRunActions } from "#components/api/use-run-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { ChatView } from "#lib/store/views.ts";
import { failureKey } from "./failure-key.ts";
import { Notice } from "./notice.tsx";

/** The agent could not go on: why, in human words, the one thing to do next, and the way to try again. */
export function FailureCard({ chat }: { chat: ChatView }) {
  const t = useTranslations();
  const { run } = useRunActions(chat.id);
  const { error } = chat;
  const key = failureKey(error?.class);
  return (
    <Notice tone="failure" role="alert">
      <div>
        <h4 className="font-medium">{t("failure.title")}</h4>
        <p className="text-muted-foreground">
          {t(`failure.${key}`)} {t("failure.kept")}
        </p>
        <p className="mt-1">{t(`failure.next.${key}`)}</p>
      </div>
      {chat.parentId === undefined && (
        <Button look="primary" disabled={run.isPending} onClick={() => run.mutate()}>
          {t("common.retry")}
        </Button>
      )}
      {error && (
        <div className="space-y-1 text-[13px] text-muted-foreground">
          <p>{t("failure.id", { id: error.id })}</p>
          <details>
            <summary className="w-fit rounded">{t("common.details")}</summary>
            <dl className="mt-2 space-y-2">
              {error.providerRequestId && <Fact name={t("failure.provider")} value={error.providerRequestId} />}
              <Fact name={t("failure.said")} value={error.detail ?? error.message} />
            </dl>
          </details>
        </div>
      )}
    </Notice>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="flex items-start gap-1">
        <code className="wrap-anywhere max-h-40 min-w-0 flex-1 overflow-auto whitespace-pre-wrap rounded-md bg-muted px-2 py-1 text-xs">
          {value}
        </code>
        <CopyButton text={value} className="size-7" />
      </dd>
    </div>
  );
}
