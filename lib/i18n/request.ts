import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale } from "./choose-locale.ts";
import { LOCALE_COOKIE } from "./locales.ts";
import { mergeMessages } from "./merge-messages.ts";
import en from "./messages/en.json" with { type: "json" };

export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = chooseLocale(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language") ?? undefined);
  if (locale === "en") return { locale, messages: en };
  const own = await import(`./messages/${locale}.json`);
  return { locale, messages: mergeMessages(en, own.default) };
});
