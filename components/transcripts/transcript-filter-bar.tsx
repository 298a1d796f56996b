"use client";

import { useTranslations } from "next-intl";
import { SelectField, TextField } from "#components/ui/field.tsx";
import type { ChatStatus } from "#lib/store/views.ts";
import type { TranscriptFilter } from "./filter-transcripts.ts";

const STATUSES: ChatStatus[] = ["idle", "running", "paused", "full", "failed", "stopped"];

interface TranscriptFilterBarProps {
  filter: TranscriptFilter;
  onChange(filter: TranscriptFilter): void;
}

export function TranscriptFilterBar({ filter, onChange }: TranscriptFilterBarProps) {
  const t = useTranslations("transcripts");
  return (
    <search className="flex flex-wrap gap-2">
      <TextField
        type="search"
        aria-label={t("filter")}
        placeholder={t("filter")}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
        className="min-w-48 flex-1"
      />
      <SelectField
        aria-label={t("kind")}
        value={filter.kind}
        onChange={(event) => onChange({ ...filter, kind: event.target.value as TranscriptFilter["kind"] })}
        className="w-auto"
      >
        <option value="all">{t("kindAll")}</option>
        <option value="chat">{t("kindChat")}</option>
        <option value="subagent">{t("kindSubagent")}</option>
      </SelectField>
      <SelectField
        aria-label={t("status")}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value as TranscriptFilter["status"] })}
        className="w-auto"
      >
        <option value="all">{t("statusAll")}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(status)}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
