"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { rawFilePath } from "#components/api/file-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { requestBytes } from "#components/api/request-json.ts";
import { Button } from "#components/ui/button.tsx";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { FileView as FileEntry } from "#lib/store/views.ts";
import { decodeText } from "./decode-text.ts";

const SHOWN_BYTES = 524_288;

interface FileViewerProps {
  workspaceId: string;
  file: FileEntry;
  onBack(): void;
}

/** A file as text, up to a bound; anything else can be downloaded. */
export function FileViewer({ workspaceId, file, onBack }: FileViewerProps) {
  const t = useTranslations();
  const path = rawFilePath(workspaceId, file.path);
  return (
    <>
      <div className="flex items-center gap-2 border-b px-2 py-1.5">
        <Button look="quiet" size="small" aria-label={t("files.back")} title={t("files.back")} onClick={onBack}>
          <ArrowLeft />
        </Button>
        <h2 className="min-w-0 flex-1 truncate font-mono text-[13px]">{file.path}</h2>
        <Button asChild look="quiet" size="small">
          <a href={path} download={file.name}>
            <Download /> {t("common.download")}
          </a>
        </Button>
      </div>
      <div className="scroll-quiet min-h-0 flex-1 overflow-auto p-4">
        <FileText workspaceId={workspaceId} file={file} address={path} />
      </div>
    </>
  );
}

function FileText({ workspaceId, file, address }: { workspaceId: string; file: FileEntry; address: string }) {
  const t = useTranslations("files");
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.file(workspaceId, file.path),
    queryFn: async ({ signal }) => {
      // An empty file has no range to ask for.
      const range = file.bytes === 0 ? undefined : { from: 0, to: SHOWN_BYTES - 1 };
      const { bytes, total } = await requestBytes(address, range, signal);
      const shown = bytes.subarray(0, SHOWN_BYTES);
      return { text: decodeText(shown, total > shown.length), shown: shown.length, total };
    },
    structuralSharing: false,
  });
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines widths={["w-2/3", "w-full", "w-3/4"]} />;
  if (data.text === undefined)
    return <p className="text-muted-foreground text-sm">{t("binary", { size: format.bytes(data.total) })}</p>;
  return (
    <>
      <LongText text={data.text} />
      {data.shown < data.total && (
        <p className="mt-3 border-t pt-2 text-muted-foreground text-xs">
          {t("partial", { shown: format.bytes(data.shown), total: format.bytes(data.total) })}
        </p>
      )}
    </>
  );
}
