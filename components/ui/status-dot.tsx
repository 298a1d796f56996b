import type { ChatStatus } from "#lib/store/views.ts";
import { classNames } from "./class-names.ts";

const COLOUR: Record<ChatStatus, string> = {
  idle: "bg-transparent",
  running: "bg-primary motion-safe:animate-pulse",
  paused: "bg-attention",
  full: "bg-attention",
  failed: "bg-failure",
  stopped: "bg-transparent",
};

/** Only for what needs an eye; its words stand beside it or in `label`. */
export function StatusDot({ status, label }: { status: ChatStatus; label?: string }) {
  return (
    <span className={classNames("size-2 shrink-0 rounded-full", COLOUR[status])}>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
