"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useConnection } from "./live/use-thread.tsx";

const PATIENCE_MS = 1_500;

/** Says that the screen is behind while the connection is lost; a moment's loss says nothing. */
export function ConnectionLine() {
  const t = useTranslations("thread");
  const isLost = useConnection() === "lost";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status">
      {shown && (
        <p className="border-b bg-muted px-4 py-1 text-center text-muted-foreground text-xs">{t("reconnecting")}</p>
      )}
    </div>
  );
}
