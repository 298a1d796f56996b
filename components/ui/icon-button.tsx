"use client";

import { Tooltip } from "radix-ui";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

interface IconButtonProps extends ComponentProps<typeof Button> {
  /** Its name, for everybody: read aloud, and shown on hover and focus. */
  label: string;
}

/** Needs a `Tooltip.Provider` above it. */
export function IconButton({ label, look = "quiet", size = "icon", ...props }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <Button look={look} size={size} aria-label={label} {...props} />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          className="z-50 max-w-64 rounded-md bg-foreground px-2 py-1 text-background text-xs shadow-sm"
        >
          {label}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
