"use client";

import { SunMoon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuChoice } from "#components/ui/menu.tsx";

export function ThemeSwitch() {
  const t = useTranslations("nav");
  const { theme = "system", setTheme } = useTheme();
  const choices = [
    { value: "system", label: t("themeSystem") },
    { value: "light", label: t("themeLight") },
    { value: "dark", label: t("themeDark") },
  ];
  const trigger = (
    <Button look="quiet" size="icon" aria-label={t("theme")} title={t("theme")}>
      <SunMoon />
    </Button>
  );
  return (
    <Menu side="top" align="start" trigger={trigger}>
      <MenuChoice value={theme} onChange={setTheme} choices={choices} />
    </Menu>
  );
}
