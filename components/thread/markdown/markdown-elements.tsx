import Image from "next/image";
import { isValidElement, type ReactNode } from "react";
import { type Components, defaultComponents, type ExtraProps } from "streamdown";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { isLocalImage, isOutsideLink } from "./safe-address.ts";

/** Beyond this a code block is shown without formatting: one element per line would freeze the page. */
const FORMATTED_CODE_UNITS = 10_000;

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

function Code(props: ElementProps) {
  const text = textOf(props.children);
  if (text.length <= FORMATTED_CODE_UNITS) return <defaultComponents.code {...(props as object)} />;
  return (
    <div className="relative my-4 rounded-xl border bg-card">
      <CopyButton text={text} className="absolute top-1 right-3" />
      <div className="scroll-quiet max-h-100 overflow-auto p-4">
        <LongText text={text} />
      </div>
    </div>
  );
}

function textOf(node: unknown): string {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(textOf).join("");
  return isValidElement<{ children?: unknown }>(node) ? textOf(node.props.children) : "";
}

const OnlyChildren = ({ children }: ElementProps) => <>{children as ReactNode}</>;
const Nothing = () => null;

/**
 * How elements of a model's Markdown are drawn. No image and no media is loaded from elsewhere, because its address could
 * carry data away, and no link is followed silently.
 */
export const MARKDOWN_ELEMENTS: Components = {
  a: SafeLink,
  img: SafeImage,
  code: Code,
  inlineCode: defaultComponents.code,
  picture: OnlyChildren,
  source: Nothing,
  video: Nothing,
  audio: Nothing,
  iframe: Nothing,
};
