"use client";

import { ArrowUp, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { toast } from "sonner";
import { COMPOSER_ID } from "#components/shell/use-shortcuts.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import { fitHeight } from "./fit-height.ts";

export interface ComposerHandle {
  setText(text: string): void;
}

interface ComposerBoxProps {
  ref?: Ref<ComposerHandle>;
  initialText?: string;
  placeholder: string;
  running?: boolean;
  stopping?: boolean;
  busy?: boolean;
  onTextChange?(text: string): void;
  /** The box is emptied; that is no change of the text, because it may come back. */
  onSend(text: string): void;
  onStop?(): void;
  /** Beside the button. */
  children?: ReactNode;
}

const COUNT_FROM_UNITS = 2_000;

/**
 * The message box. The text lives in the element, not in React's state: a pasted book is not copied and compared at every key.
 */
export function ComposerBox({
  ref,
  initialText = "",
  placeholder,
  running = false,
  stopping = false,
  busy = false,
  onTextChange,
  onSend,
  onStop,
  children,
}: ComposerBoxProps) {
  const t = useTranslations("composer");
  const format = useFormat();
  const field = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(initialText.length);
  const [hasText, setHasText] = useState(initialText.trim() !== "");

  const refresh = () => {
    if (!field.current) return;
    fitHeight(field.current);
    setLength(field.current.value.length);
    setHasText(/\S/.test(field.current.value));
  };
  const setText = (text: string) => {
    if (!field.current) return;
    field.current.value = text;
    refresh();
  };
  useImperativeHandle(ref, () => ({
    setText: (text) => {
      setText(text);
      onTextChange?.(text);
      field.current?.focus();
    },
  }));
  // What was typed before the page woke up, or what the browser restored, is in the element already.
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    fitHeight(element);
    setLength(element.value.length);
    setHasText(/\S/.test(element.value));
  }, []);

  const send = () => {
    const text = field.current?.value ?? "";
    if (busy || !/\S/.test(text)) return;
    if (running) toast(t("waitForEnd"));
    else {
      setText("");
      onSend(text);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed (Chinese, Japanese, accents) Enter and Escape belong to that.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape" && !event.shiftKey && running && !hasText) onStop?.();
  };

  return (
    <div className="rounded-2xl border border-input bg-card transition-colors focus-within:border-ring">
      <textarea
        ref={field}
        id={COMPOSER_ID}
        aria-label={t("label")}
        placeholder={placeholder}
        defaultValue={initialText}
        rows={1}
        onInput={() => {
          refresh();
          onTextChange?.(field.current?.value ?? "");
        }}
        onKeyDown={onKeyDown}
        className="scroll-quiet block max-h-[40dvh] w-full resize-none bg-transparent px-4 pt-3.5 pb-1 outline-none placeholder:text-muted-foreground"
      />
      <div className="flex items-center gap-2 px-2.5 pb-2.5">
        <div className="flex min-w-0 flex-1 items-center gap-2 pl-1.5 text-muted-foreground text-xs">{children}</div>
        {length >= COUNT_FROM_UNITS && (
          <span className="text-muted-foreground text-xs tabular-nums">
            {t("characters", { count: format.number(length) })}
          </span>
        )}
        {running ? (
          <IconButton
            label={stopping ? t("stopping") : t("stop")}
            look="primary"
            className="rounded-full"
            disabled={stopping}
            onClick={() => onStop?.()}
          >
            <Square className="fill-current" />
          </IconButton>
        ) : (
          <IconButton
            label={t("send")}
            look="primary"
            className="rounded-full"
            disabled={!hasText || busy}
            onClick={send}
          >
            <ArrowUp />
          </IconButton>
        )}
      </div>
    </div>
  );
}
