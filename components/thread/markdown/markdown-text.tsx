"use client";

import { memo, useEffect, useRef, useState } from "react";
import { LongText } from "#components/ui/long-text.tsx";
import { withKeys } from "#components/ui/with-keys.ts";
import { Markdown } from "./markdown.tsx";
import { splitSections } from "./markdown-blocks.ts";

const SECTION_UNITS = 6_000;
/** The reader of a new answer is at its end. */
const FORMATTED_AT_END = 2;
const AHEAD = "1200px 0px";

/** Markdown of any length. Of a long one only what is near the reader is formatted; the rest stands there as plain text. */
export function MarkdownText({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const sections = withKeys(splitSections(text, SECTION_UNITS));
  return (
    <div className="space-y-4">
      {sections.map(({ key, item }, index) => (
        <Section
          key={key}
          text={item}
          streaming={streaming && index === sections.length - 1}
          atEnd={index >= sections.length - FORMATTED_AT_END}
        />
      ))}
    </div>
  );
}

const Section = memo(function Section({
  text,
  streaming,
  atEnd,
}: {
  text: string;
  streaming: boolean;
  atEnd: boolean;
}) {
  const [formatted, setFormatted] = useState(atEnd);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || formatted) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setFormatted(true),
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [formatted]);
  if (formatted) return <Markdown text={text} streaming={streaming} />;
  return (
    <div ref={place}>
      <LongText text={text} className="font-sans text-[15px] leading-6" />
    </div>
  );
});
