import { classNames } from "./class-names.ts";

function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("motion-safe:animate-pulse rounded-md bg-muted", className)} />;
}

/** Lines of text that are on their way. */
export function SkeletonLines({ widths }: { widths: string[] }) {
  return (
    <div className="space-y-2.5">
      {widths.map((width) => (
        <Skeleton key={width} className={classNames("h-3.5", width)} />
      ))}
    </div>
  );
}
