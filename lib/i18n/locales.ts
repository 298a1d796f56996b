/** The languages of the screens, each with its own name for itself. */
export const LOCALES = {
  en: "English",
  fr: "Français",
  id: "Bahasa Indonesia",
  kk: "Қазақша",
  nl: "Nederlands",
  ru: "Русский",
  zh: "中文",
  ja: "日本語",
} as const;

export type Locale = keyof typeof LOCALES;

export const DEFAULT_LOCALE: Locale = "en";

export const LOCALE_COOKIE = "locale";

export function isLocale(value: string | undefined): value is Locale {
  return value !== undefined && Object.hasOwn(LOCALES, value);
}
