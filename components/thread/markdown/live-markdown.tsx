"use client";

import { useDeferredValue } from "react";
import { LongText } from "#components/ui/long-text.tsx";
import { Markdown } from "./markdown.tsx";
import { splitOpenBlock } from "./markdown-blocks.ts";
import { MarkdownText } from "./markdown-text.tsx";

/** An open block longer than this is shown as it is written, and formatted when it has ended: formatting it anew for every token would freeze the page. */
const FORMAT_WHILE_OPEN_UNITS = 6_000;

/** Markdown that is still being written. */
export function LiveMarkdown({ text }: { text: string }) {
  const { settled, open } = splitOpenBlock(useDeferredValue(text));
  return (
    <>
      {settled && <MarkdownText text={settled} streaming />}
      {open.length > FORMAT_WHILE_OPEN_UNITS ? <LongText text={open} /> : open && <Markdown text={open} streaming />}
    </>
  );
}
