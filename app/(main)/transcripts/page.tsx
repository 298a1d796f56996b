import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TranscriptsScreen } from "#components/transcripts/transcripts-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("transcripts"))("title") };
}

export default function TranscriptsPage() {
  return <TranscriptsScreen />;
}
