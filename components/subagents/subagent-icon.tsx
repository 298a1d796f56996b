import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";
import { Spinner } from "#components/ui/spinner.tsx";
import type { ChatStatus } from "#lib/store/views.ts";

export function SubagentIcon({ status }: { status: ChatStatus }) {
  const size = "size-4.5 shrink-0";
  if (status === "running") return <Spinner className={`${size} text-primary`} />;
  if (status === "failed" || status === "full") return <CircleAlert aria-hidden className={`${size} text-failure`} />;
  if (status === "paused" || status === "stopped")
    return <CirclePause aria-hidden className={`${size} text-attention`} />;
  return <CircleCheck aria-hidden className={`${size} text-muted-foreground`} />;
}
