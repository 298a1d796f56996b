"use client";

import Image from "next/image";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useMemo } from "react";
import { type Components, type ExtraProps, Streamdown } from "streamdown";
import { isLocalImage, isOutsideLink } from "./safe-address.ts";

/** Finished Markdown. What a model writes is not trusted: no image and no media is loaded from elsewhere, no link is followed silently. */
export const Markdown = memo(function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const t = useTranslations("common");
  const translations = useMemo(() => ({ copyCode: t("copy"), copied: t("copied"), downloadFile: t("download") }), [t]);
  return (
    <Streamdown
      className="prose-longhand"
      components={COMPONENTS}
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

const CONTROLS = { code: true, table: false, mermaid: false, image: false } as const;
const NO_LINK_DIALOG = { enabled: false };

interface ElementProps extends ExtraProps {
  href?: unknown;
  src?: unknown;
  alt?: unknown;
  children?: unknown;
}

function SafeLink({ href, children }: ElementProps) {
  const content = children as ReactNode;
  if (typeof href !== "string") return <span>{content}</span>;
  if (href.startsWith("#")) return <a href={href}>{content}</a>;
  if (!isOutsideLink(href)) return <span>{content}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  );
}

function SafeImage({ src, alt }: ElementProps) {
  const words = typeof alt === "string" ? alt : "";
  if (typeof src === "string" && isLocalImage(src, window.location.origin)) {
    // Not optimized: the size is not known, and the picture is shown as it is.
    return (
      <Image src={src} alt={words} width={0} height={0} unoptimized className="h-auto max-h-96 w-auto rounded-lg" />
    );
  }
  return <span className="text-muted-foreground italic">[{words || String(src ?? "")}]</span>;
}

const OnlyChildren = ({ children }: ElementProps) => <>{children as ReactNode}</>;
const Nothing = () => null;

const COMPONENTS: Components = {
  a: SafeLink,
  img: SafeImage,
  picture: OnlyChildren,
  source: Nothing,
  video: Nothing,
  audio: Nothing,
  iframe: Nothing,
};
