"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { StorageView } from "#lib/store/storage-types.ts";

/** Below that a long run may fill the disk. Bytes. */
const LITTLE_SPACE = 500_000_000;

export function StorageFacts({ storage }: { storage: StorageView }) {
  const t = useTranslations("storage");
  const format = useFormat();
  const { bytes, counts, dataFolder, partial } = storage;
  const size = (value: number) => (partial ? t("atLeast", { size: format.bytes(value) }) : format.bytes(value));
  return (
    <>
      <section className="space-y-2">
        <h2 className="font-medium text-sm">{t("folder")}</h2>
        <p className="flex items-start gap-1 rounded-lg bg-muted/60 py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 break-all py-1.5 text-[13px]">{dataFolder}</code>
          <CopyButton text={dataFolder} label={t("copyPath")} />
        </p>
        {bytes.free < LITTLE_SPACE && <p className="text-attention text-sm">{t("lowSpace")}</p>}
      </section>
      <div className="grid gap-8 sm:grid-cols-2">
        <FactList title={t("sizes")}>
          <Fact name={t("database")} value={format.bytes(bytes.database)} />
          <Fact name={t("blobs")} value={size(bytes.blobs)} />
          <Fact name={t("workspaces")} value={size(bytes.workspaces)} />
          <Fact name={t("backups")} value={size(bytes.backups)} />
          <Fact name={t("free")} value={format.bytes(bytes.free)} />
        </FactList>
        <FactList title={t("counts")}>
          <Fact name={t("countWorkspaces")} value={format.number(counts.workspaces)} />
          <Fact name={t("countChats")} value={format.number(counts.chats)} />
          <Fact name={t("countSubagents")} value={format.number(counts.subagents)} />
          <Fact name={t("countMessages")} value={format.number(counts.messages)} />
          <Fact name={t("countRequests")} value={format.number(counts.requests)} />
        </FactList>
      </div>
    </>
  );
}

function FactList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="pb-1 font-medium text-sm">{title}</h2>
      <dl className="divide-y text-sm">{children}</dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}
