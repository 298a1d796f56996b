import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TranscriptReader } from "#components/transcripts/transcript-reader.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("transcripts"))("title") };
}

export default async function TranscriptPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <TranscriptReader key={id} chatId={id} />;
}
