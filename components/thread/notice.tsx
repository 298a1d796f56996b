import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

interface NoticeProps {
  tone: "calm" | "attention" | "failure";
  role?: "alert" | "status";
  children: ReactNode;
}

const EDGE = { calm: "border-primary/35", attention: "border-attention/50", failure: "border-failure/40" };

/** A card in the thread, where the answer would be. */
export function Notice({ tone, role = "status", children }: NoticeProps) {
  return (
    <section
      role={role}
      className={classNames("space-y-3.5 rounded-xl border bg-card px-5 py-4 text-[15px]", EDGE[tone])}
    >
      {children}
    </section>
  );
}
