"use server";

import { cookies } from "next/headers";
import { isLocale, LOCALE_COOKIE } from "./locales.ts";

const ONE_YEAR_SECONDS = 31_536_000;

/** Keeps the language that the person chose; an unknown one is ignored. */
export async function setLocale(locale: string): Promise<void> {
  if (!isLocale(locale)) return;
  (await cookies()).set(LOCALE_COOKIE, locale, { maxAge: ONE_YEAR_SECONDS, sameSite: "lax", path: "/" });
}
