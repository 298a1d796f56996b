"use client";

import { useCallback, useSyncExternalStore } from "react";

const CHANGED = "longhand-choice";

/** A choice that this browser remembers; undefined where none was made or the browser keeps nothing. */
export function useStoredChoice(key: string): [string | undefined, (value: string) => void] {
  const subscribe = useCallback((listener: () => void) => {
    window.addEventListener(CHANGED, listener);
    return () => window.removeEventListener(CHANGED, listener);
  }, []);
  const value = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => undefined,
  );
  const choose = useCallback(
    (next: string) => {
      write(key, next);
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [value, choose];
}

// Without storage (a private window with strict settings) a choice holds until the page is left.
const memory = new Map<string, string>();

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
}

function write(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept in memory.
  }
}
