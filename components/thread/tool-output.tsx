"use client";

import { useTranslations } from "next-intl";
import { LongText } from "#components/ui/long-text.tsx";
import { PagedText } from "#components/ui/paged-text.tsx";
import type { ToolResultPart } from "#lib/store/views.ts";

/** The complete output; one that is too large to come with its row is read in parts. */
export function ToolOutput({ output }: { output: ToolResultPart["output"] }) {
  const t = useTranslations("tool");
  if ("href" in output) return <PagedText href={output.href} bytes={output.bytes} />;
  if (output.value === "") return <p className="text-muted-foreground text-sm">{t("noOutput")}</p>;
  return <LongText text={output.value} className={output.type === "error-text" ? "text-failure" : ""} />;
}
