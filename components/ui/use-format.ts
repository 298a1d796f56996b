"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";

const KILO = 1_000;

/** Numbers and times in the person's language and time zone; the server's zone never shows. */
export function useFormat() {
  const locale = useLocale();
  return useMemo(() => createFormat(locale), [locale]);
}

function createFormat(locale: string) {
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
  const unit = (value: number, name: string, digits = 0) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
      maximumFractionDigits: digits,
    }).format(value);
  return {
    /** 12,345 */
    number: (value: number) => whole.format(value),
    /** 12K */
    short: (value: number) => compact.format(value),
    time: (at: number) => time.format(at),
    date: (at: number) => date.format(at),
    dollars: (value: number) => money.format(value),
    bytes: (count: number) => {
      if (count < KILO ** 2) return unit(count / KILO, "kilobyte", 1);
      if (count < KILO ** 3) return unit(count / KILO ** 2, "megabyte", 1);
      return unit(count / KILO ** 3, "gigabyte", 1);
    },
    duration: (ms: number) => {
      if (ms < KILO) return unit(Math.round(ms), "millisecond");
      const seconds = Math.round(ms / KILO);
      if (seconds < 60) return unit(ms / KILO, "second", ms < 10 * KILO ? 1 : 0);
      return `${unit(Math.floor(seconds / 60), "minute")} ${unit(seconds % 60, "second")}`;
    },
  };
}
