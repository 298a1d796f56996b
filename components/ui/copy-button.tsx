"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "./icon-button.tsx";

const SHOWN_MS = 1_500;

export function CopyButton({ text, label, className }: { text: string; label?: string; className?: string }) {
  const t = useTranslations("common");
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <IconButton label={copied ? t("copied") : (label ?? t("copy"))} onClick={copy} {...(className && { className })}>
      {copied ? <Check /> : <Copy />}
    </IconButton>
  );
}
