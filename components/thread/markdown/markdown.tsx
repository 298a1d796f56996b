"use client";

import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import { defaultRehypePlugins, Streamdown } from "streamdown";
import { MARKDOWN_ELEMENTS } from "./markdown-elements.tsx";

/** A piece of Markdown as it is meant to look. What a model writes is not trusted; see the elements. */
export const Markdown = memo(function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const t = useTranslations("common");
  const translations = useMemo(() => ({ copyCode: t("copy"), copied: t("copied"), downloadFile: t("download") }), [t]);
  return (
    <Streamdown
      className="prose-longhand"
      components={MARKDOWN_ELEMENTS}
      rehypePlugins={REHYPE_PLUGINS}
      controls={CONTROLS}
      linkSafety={NO_LINK_DIALOG}
      translations={translations}
      lineNumbers={false}
      mode={streaming ? "streaming" : "static"}
      isAnimating={streaming}
      dir="auto"
    >
      {text}
    </Streamdown>
  );
});

// Links and images are decided by our own elements, which say what they leave out in a calmer way than "[blocked]".
const REHYPE_PLUGINS = Object.entries(defaultRehypePlugins)
  .filter(([name]) => name !== "harden")
  .map(([, plugin]) => plugin);
const CONTROLS = { code: true, table: false, mermaid: false, image: false } as const;
const NO_LINK_DIALOG = { enabled: false };
