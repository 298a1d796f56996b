"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

export default function ScreenError({ reset }: { error: Error; reset(): void }) {
  const t = useTranslations("common");
  return (
    <main role="alert" className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 px-6">
      <p>{t("unexpected")}</p>
      <Button onClick={reset}>{t("reload")}</Button>
    </main>
  );
}
