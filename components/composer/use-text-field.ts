"use client";

import { useEffect, useRef, useState } from "react";
import { fitHeight } from "./fit-height.ts";

/**
 * A text field whose text lives in the element and not in React's state: a pasted book is not copied and compared at every
 * key. What the screen needs of it, its length and whether there is anything to send, is state.
 */
export function useTextField(initialText: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(initialText.length);
  const [hasText, setHasText] = useState(initialText.trim() !== "");

  const read = () => field.current?.value ?? "";
  const refresh = () => {
    if (!field.current) return;
    fitHeight(field.current);
    setLength(field.current.value.length);
    setHasText(isSendable(field.current.value));
  };
  const write = (text: string) => {
    if (field.current) field.current.value = text;
    refresh();
  };
  // What was typed before the page woke up, or what the browser restored, is in the element already.
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    fitHeight(element);
    setLength(element.value.length);
    setHasText(isSendable(element.value));
  }, []);
  return { field, length, hasText, read, write, refresh };
}

export const isSendable = (text: string): boolean => /\S/.test(text);
