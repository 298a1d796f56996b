"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect } from "react";
import { isSendable, useTextField } from "#components/composer/use-text-field.ts";
import { Button } from "#components/ui/button.tsx";

interface MessageEditorProps {
  text: string;
  label: string;
  saveLabel: string;
  onSave(text: string): void;
  onCancel(): void;
}

/** A text that is changed where it stands: Enter saves, Escape leaves it as it was. */
export function MessageEditor({ text, label, saveLabel, onSave, onCancel }: MessageEditorProps) {
  const t = useTranslations("common");
  const { field, hasText, read, refresh } = useTextField(text);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
  const save = () => isSendable(read()) && onSave(read());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      save();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <div className="w-full space-y-2 rounded-2xl border border-ring bg-card p-2.5">
      <textarea
        ref={field}
        aria-label={label}
        defaultValue={text}
        rows={1}
        onInput={refresh}
        onKeyDown={onKeyDown}
        className="scroll-quiet block max-h-[40dvh] w-full resize-none bg-transparent px-1.5 pt-1 outline-none"
      />
      <div className="flex justify-end gap-2">
        <Button size="small" look="quiet" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button size="small" look="primary" disabled={!hasText} onClick={save}>
          {saveLabel}
        </Button>
      </div>
    </div>
  );
}
