"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFitting } from "#components/api/use-fitting.ts";
import { SelectField } from "#components/ui/field.tsx";

const MARKS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const DEFAULT_MARK = 0.6;

/** What stays longest when something must leave the window; the choice of this chat. */
export function FittingChoices({ chatId }: { chatId: string }) {
  const t = useTranslations("context");
  const titleId = useId();
  const { fitting, change } = useFitting(chatId);
  return (
    <section aria-labelledby={titleId} className="space-y-2 text-sm">
      <h3 id={titleId} className="font-medium">
        {t("fitting")}
      </h3>
      <Choice
        label={t("answeredFirst")}
        checked={fitting.answeredFirst ?? false}
        onChange={(answeredFirst) => change({ answeredFirst })}
      />
      <Choice
        label={t("keepShort")}
        checked={fitting.keepShortUserMessages ?? false}
        onChange={(keepShortUserMessages) => change({ keepShortUserMessages })}
      />
      <SelectField
        aria-label={t("fitting")}
        value={fitting.lowWaterMark ?? DEFAULT_MARK}
        onChange={(event) => change({ lowWaterMark: Number(event.target.value) })}
      >
        {MARKS.map((mark) => (
          <option key={mark} value={mark}>
            {t("mark", { percent: Math.round(mark * 100) })}
          </option>
        ))}
      </SelectField>
      <p className="text-muted-foreground text-xs">{t("fittingHint")}</p>
    </section>
  );
}

function Choice({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className="flex cursor-pointer items-start gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      {label}
    </label>
  );
}
