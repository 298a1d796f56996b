import Link from "next/link";
import { getTranslations } from "next-intl/server";

export default async function NotFound() {
  const [t, common] = await Promise.all([getTranslations("notFound"), getTranslations("common")]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 px-6">
      <h1 className="font-semibold text-xl">{t("title")}</h1>
      <Link href="/" className="text-primary underline underline-offset-4">
        {common("goHome")}
      </Link>
    </main>
  );
}
