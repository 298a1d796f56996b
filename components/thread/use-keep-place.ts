"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps what the reader looks at in place when rows are put in front of it. `firstSeq` is that of the first row; the place
 * is remembered as the distance from the end, which rows in front do not change.
 */
export function useKeepPlace(scroller: RefObject<HTMLElement | null>, firstSeq: number | undefined): void {
  const fromEnd = useRef(0);
  const lastFirst = useRef(firstSeq);

  useLayoutEffect(() => {
    const element = scroller.current;
    const wasPrepended = firstSeq !== undefined && lastFirst.current !== undefined && firstSeq < lastFirst.current;
    lastFirst.current = firstSeq;
    if (element && wasPrepended) element.scrollTop = element.scrollHeight - fromEnd.current;
  }, [scroller, firstSeq]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const remember = () => {
      fromEnd.current = element.scrollHeight - element.scrollTop;
    };
    remember();
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  });
}
