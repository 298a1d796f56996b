import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { StorageScreen } from "#components/storage/storage-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("storage"))("title") };
}

export default function StoragePage() {
  return <StorageScreen />;
}
