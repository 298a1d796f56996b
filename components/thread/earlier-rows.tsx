"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { useEarlierRows } from "./live/use-thread.tsx";

/** Begins to load before the reader reaches the end of what is there. */
const AHEAD = "600px 0px 0px 0px";

/** At the top of a thread: the way to what came before, taken by itself when it comes into view. */
export function EarlierRows({ chatId, before }: { chatId: string; before: number | undefined }) {
  const t = useTranslations("thread");
  const { load, isLoading } = useEarlierRows(chatId, before);
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = isLoading ? undefined : load;
  });
  useEffect(() => {
    const element = mark.current;
    if (!element || before === undefined) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current?.(),
      { root: element.closest("[role=log]"), rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [before]);
  if (before === undefined) return null;
  return (
    <div ref={mark} className="flex justify-center pb-6">
      <Button look="link" size="small" disabled={isLoading} onClick={load}>
        {isLoading ? t("loadingEarlier") : t("earlier")}
      </Button>
    </div>
  );
}
