import { LoaderCircle } from "lucide-react";
import { classNames } from "./class-names.ts";

/** Decoration: what is going on stands in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames("size-4 motion-safe:animate-spin", className)} />;
}
