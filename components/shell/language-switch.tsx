"use client";

import { Languages } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuChoice } from "#components/ui/menu.tsx";
import { LOCALES, type Locale } from "#lib/i18n/locales.ts";
import { setLocale } from "#lib/i18n/set-locale.ts";

const choices = Object.entries(LOCALES).map(([value, label]) => ({ value, label, lang: value }));

export function LanguageSwitch() {
  const t = useTranslations("nav");
  const locale = useLocale();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const change = (next: string) =>
    startTransition(async () => {
      await setLocale(next);
      router.refresh();
    });
  const trigger = (
    <Button look="quiet" size="small" aria-label={t("language")} title={t("language")} disabled={pending}>
      <Languages /> {LOCALES[locale as Locale]}
    </Button>
  );
  return (
    <Menu side="top" align="start" trigger={trigger}>
      <MenuChoice value={locale} onChange={change} choices={choices} />
    </Menu>
  );
}
