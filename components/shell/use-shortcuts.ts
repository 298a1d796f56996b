"use client";

import { useEffect, useRef } from "react";

export const COMPOSER_ID = "composer";

/** Ctrl or Cmd + Shift + O: new chat; + S: list of chats. Shift + Esc: to the message box. */
export function useShortcuts(actions: { onNewChat(): void; onSidebar(): void }): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey && event.key === "Escape") {
        document.getElementById(COMPOSER_ID)?.focus();
        return;
      }
      if (!event.shiftKey || !(event.metaKey || event.ctrlKey)) return;
      const action = { KeyO: latest.current.onNewChat, KeyS: latest.current.onSidebar }[event.code];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
