"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { TextField } from "#components/ui/field.tsx";

interface RenameFieldProps {
  title: string;
  onSave(title: string): void;
  onCancel(): void;
}

/** Enter and leaving the field save, Escape does not. */
export function RenameField({ title, onSave, onCancel }: RenameFieldProps) {
  const t = useTranslations("nav");
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    // After the menu that opened this field has given the focus up.
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);

  const finish = (act: () => void) => {
    if (done.current) return;
    done.current = true;
    act();
  };
  const save = () => finish(() => onSave(field.current?.value.trim() ?? ""));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") save();
    if (event.key === "Escape") finish(onCancel);
  };
  return (
    <TextField
      ref={field}
      defaultValue={title}
      aria-label={t("renameLabel")}
      maxLength={200}
      onKeyDown={onKeyDown}
      onBlur={save}
      className="h-8 px-2"
    />
  );
}
