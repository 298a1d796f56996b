"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ChatStatus } from "#lib/store/views.ts";

const STILL_WORKING_MS = 60_000;

/** Tells a screen reader when something begins and ends; the text itself is never read token by token. */
export function Announcer({ status }: { status: ChatStatus }) {
  const t = useTranslations("thread");
  const [words, setWords] = useState("");
  const last = useRef(status);
  useEffect(() => {
    const changed = last.current !== status;
    last.current = status;
    const say = {
      running: t("statusWorking"),
      idle: t("statusReady"),
      stopped: t("statusStopped"),
      paused: t("statusPaused"),
      failed: t("statusFailed"),
      full: t("statusFull"),
    };
    if (changed) setWords(say[status]);
    if (status !== "running") return;
    const timer = setInterval(() => setWords(t("statusStillWorking")), STILL_WORKING_MS);
    return () => clearInterval(timer);
  }, [status, t]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
