"use client";

import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

const buttonStyle = cva(
  "inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 whitespace-nowrap rounded-lg font-medium text-sm transition-colors disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      look: {
        primary: "bg-primary text-primary-foreground hover:bg-primary/90",
        outline: "border border-border bg-background hover:bg-muted",
        quiet: "text-muted-foreground hover:bg-muted hover:text-foreground",
        link: "text-muted-foreground underline decoration-border underline-offset-4 hover:text-foreground hover:decoration-current",
      },
      size: { normal: "h-9 px-3.5", small: "h-8 px-2.5 text-[13px]", icon: "size-8", inline: "h-6 px-0 text-[13px]" },
    },
    defaultVariants: { look: "outline", size: "normal" },
  },
);

interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonStyle> {
  /** Gives look and behaviour to the child, such as a link. */
  asChild?: boolean;
}

export function Button({ look, size, asChild, className, type = "button", ...props }: ButtonProps) {
  const classes = classNames(buttonStyle({ look, size }), className);
  return asChild ? <Slot.Root className={classes} {...props} /> : <button type={type} className={classes} {...props} />;
}
