import { useMemo } from "react";
import { classNames } from "./class-names.ts";
import { splitText } from "./split-text.ts";
import { withKeys } from "./with-keys.ts";

const PIECE_UNITS = 6_000;
const LINE_HEIGHT_PX = 20;

/** A text of any length, whole: the browser lays out only the pieces that are in view. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const pieces = useMemo(() => withKeys(splitText(text, PIECE_UNITS)), [text]);
  return (
    <div className={classNames("wrap-anywhere whitespace-pre-wrap font-mono text-[13px] leading-5", className)}>
      {pieces.length === 1
        ? text
        : pieces.map(({ key, item }) => (
            <span
              key={key}
              className="block"
              style={{ contentVisibility: "auto", containIntrinsicSize: `auto ${countLines(item) * LINE_HEIGHT_PX}px` }}
            >
              {item.endsWith("\n") ? item.slice(0, -1) : item}
            </span>
          ))}
    </div>
  );
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return Math.max(lines, 1);
}
