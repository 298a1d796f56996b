"use client";

import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface SheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  side: "left" | "right";
  className?: string;
  children: ReactNode;
}

/** A pane that lies over the page; focus stays in it and returns to where it came from. */
export function Sheet({ open, onOpenChange, title, side, className, children }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/30 motion-safe:data-[state=open]:animate-fade-in" />
        <Dialog.Content
          aria-describedby={undefined}
          className={classNames(
            "fixed inset-y-0 z-50 flex flex-col bg-background shadow-xl outline-none",
            side === "left" ? "left-0 border-r" : "right-0 border-l",
            className,
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
