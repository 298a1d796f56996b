"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle } from "react";
import { COMPOSER_ID } from "#components/shell/use-shortcuts.ts";
import { useFormat } from "#components/ui/use-format.ts";
import type { QueuedView } from "#lib/store/views.ts";
import { SendButton } from "./send-button.tsx";
import { isSendable, useTextField } from "./use-text-field.ts";

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
  /**
   * The box is emptied; that is no change of the text, because it may come back. While the agent works, `deliver` says whether
   * the message is for this turn or the next one.
   */
  onSend(text: string, deliver: Deliver | undefined): void;
  onStop?(): void;
  /** The arrow up in the empty box. */
  onEditLast?(): void;
  /** Beside the button. */
  children?: ReactNode;
}

type Deliver = QueuedView["deliver"];

const COUNT_FROM_UNITS = 2_000;

/**
 * The message box: Enter sends, Shift + Enter begins a new line, Escape in the empty box stops. While the agent works, Enter
 * tells it at once and Ctrl or Cmd + Enter lets the message wait for the next turn.
 */
export function ComposerBox(props: ComposerBoxProps) {
  const {
    ref,
    initialText = "",
    running = false,
    stopping = false,
    busy = false,
    onTextChange,
    onSend,
    onStop,
    onEditLast,
  } = props;
  const t = useTranslations("composer");
  const format = useFormat();
  const { field, length, hasText, read, write, refresh } = useTextField(initialText);

  useImperativeHandle(ref, () => ({
    setText: (text) => {
      write(text);
      onTextChange?.(text);
      field.current?.focus();
    },
  }));
  const send = (deliver: Deliver = "steer") => {
    const text = read();
    if (busy || !isSendable(text)) return;
    write("");
    onSend(text, running ? deliver : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed (Chinese, Japanese, accents) Enter and Escape belong to that.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.shiftKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      send(event.metaKey || event.ctrlKey ? "queue" : "steer");
    }
    if (hasText) return;
    if (event.key === "Escape" && running) onStop?.();
    if (event.key === "ArrowUp" && onEditLast) {
      event.preventDefault();
      onEditLast();
    }
  };

  return (
    <div className="rounded-2xl border border-input bg-card transition-colors focus-within:border-ring">
      <textarea
        ref={field}
        id={COMPOSER_ID}
        aria-label={t("label")}
        placeholder={props.placeholder}
        defaultValue={initialText}
        rows={1}
        onInput={() => {
          refresh();
          onTextChange?.(read());
        }}
        onKeyDown={onKeyDown}
        className="scroll-quiet block max-h-[40dvh] w-full resize-none bg-transparent px-4 pt-3.5 pb-1 outline-none placeholder:text-muted-foreground"
      />
      <div className="flex items-center gap-2 px-2.5 pb-2.5 text-muted-foreground text-xs">
        <div className="flex min-w-0 flex-1 items-center gap-2 pl-1.5">{props.children}</div>
        {length >= COUNT_FROM_UNITS && (
          <span className="tabular-nums">{t("characters", { count: format.number(length) })}</span>
        )}
        <SendButton
          running={running}
          stopping={stopping}
          hasText={hasText}
          disabled={!hasText || busy}
          onSend={send}
          onStop={() => onStop?.()}
        />
      </div>
    </div>
  );
}
