"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Calls back when the scroller itself gets another size, as it does when the message box below it grows. */
export function useFollowResize(scroller: RefObject<HTMLElement | null>, onResize: () => void): void {
  const latest = useRef(onResize);
  const observed = useRef<HTMLElement>(null);
  const observer = useRef<ResizeObserver>(null);
  useEffect(() => {
    latest.current = onResize;
    // The scroller appears with the first rows, after the hook.
    if (observed.current === scroller.current) return;
    observer.current?.disconnect();
    observed.current = scroller.current;
    if (!scroller.current) return;
    observer.current = new ResizeObserver(() => latest.current());
    observer.current.observe(scroller.current);
  });
  useEffect(() => () => observer.current?.disconnect(), []);
}
