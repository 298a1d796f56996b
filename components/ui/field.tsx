import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

const fieldStyle =
  "h-9 w-full min-w-0 rounded-lg border border-input bg-background px-3 text-sm placeholder:text-muted-foreground";

export function TextField({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(fieldStyle, className)} {...props} />;
}

export function SelectField({ className, ...props }: ComponentProps<"select">) {
  return <select className={classNames(fieldStyle, "cursor-pointer pr-8", className)} {...props} />;
}
