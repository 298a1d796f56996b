import { classNames } from "#components/ui/class-names.ts";

interface ContextRingProps {
  /** Tokens. */
  used: number;
  budget: number;
  label: string;
  words: string;
  className?: string;
}

const RADIUS = 8;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** How full the context is. Never alarming: nothing is lost when it is full. */
export function ContextRing({ used, budget, label, words, className }: ContextRingProps) {
  const percent = percentUsed(used, budget);
  const colour = percent >= 90 ? "text-primary" : percent >= 70 ? "text-attention" : "text-muted-foreground";
  return (
    <span title={words} className={classNames("relative inline-flex size-5 shrink-0", className)}>
      <meter className="sr-only" min={0} max={100} value={percent} aria-label={label} aria-valuetext={words} />
      <svg viewBox="0 0 20 20" className={classNames("-rotate-90 size-full", colour)} aria-hidden="true">
        <circle cx="10" cy="10" r={RADIUS} fill="none" strokeWidth="2.5" className="stroke-input" />
        <circle
          cx="10"
          cy="10"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={`${(CIRCUMFERENCE * percent) / 100} ${CIRCUMFERENCE}`}
          className={percent === 0 ? "opacity-0" : undefined}
        />
      </svg>
    </span>
  );
}

/** Whole percent from 0 to 100. */
export function percentUsed(used: number, budget: number): number {
  return budget > 0 ? Math.min(100, Math.max(0, Math.round((100 * used) / budget))) : 0;
}
