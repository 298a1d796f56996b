"use client";

import { DropdownMenu } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

const itemStyle =
  "flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2 py-1.5 text-sm outline-none data-[highlighted]:bg-muted [&_svg]:size-4 [&_svg]:text-muted-foreground";

interface MenuProps {
  trigger: ReactNode;
  align?: "start" | "end";
  side?: "top" | "bottom";
  /** Hand in `event.preventDefault` where the chosen entry moves the focus itself. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

export function Menu({ trigger, align = "end", side = "bottom", onCloseAutoFocus, children }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          className="z-50 min-w-40 rounded-lg border bg-card p-1 text-card-foreground shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({ className, ...props }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item className={classNames(itemStyle, className)} {...props} />;
}

interface MenuChoiceProps {
  value: string;
  onChange(value: string): void;
  choices: { value: string; label: string; lang?: string }[];
}

/** One of several; the chosen one is marked. */
export function MenuChoice({ value, onChange, choices }: MenuChoiceProps) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          lang={choice.lang}
          className={classNames(itemStyle, "pl-7 data-[state=checked]:font-medium")}
        >
          <DropdownMenu.ItemIndicator className="absolute left-3 text-primary">✓</DropdownMenu.ItemIndicator>
          {choice.label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
