import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts";

/**
 * The language for a request: what the person chose, else the first language of the browser that we speak, else English.
 * `acceptLanguage` is the header as it came, e.g. `fr-CA, en;q=0.8`; `in` is the old code of Indonesian.
 */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  if (isLocale(cookie)) return cookie;
  const wished = (acceptLanguage ?? "")
    .split(",")
    .map(parseWish)
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wished) {
    if (isLocale(language)) return language;
  }
  return DEFAULT_LOCALE;
}

function parseWish(entry: string): { language: string; quality: number } {
  const [tag = "", ...parameters] = entry.trim().split(";");
  const language = tag.trim().toLowerCase().split("-")[0] ?? "";
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return { language: language === "in" ? "id" : language, quality: quality === undefined ? 1 : Number(quality) };
}
