"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import { useBranchActions } from "./branch-context.ts";
import { PinButton } from "./pin-button.tsx";
import type { CallView } from "./tool-call.ts";
import { ToolOutput } from "./tool-output.tsx";

/** Input and complete output of a call. Scrolls by itself, so that opening it moves nothing far away. */
export function ToolDetail({ view }: { view: CallView }) {
  const t = useTranslations();
  const format = useFormat();
  const { output, row } = view;
  const { canChange } = useBranchActions();
  const preview = row?.preview;
  const total = output && "value" in output ? output.value.length : row?.bytes;
  return (
    <div className="space-y-3 border-t px-3 py-3">
      <Section title={t("tool.input")} text={inputText(view.input)}>
        <LongText text={inputText(view.input)} className="max-h-60" />
      </Section>
      {output && (
        <Section
          title={t("tool.output")}
          {...("value" in output && { text: output.value })}
          {...(canChange && row && { action: <PinButton rowId={row.id} className="size-7" /> })}
        >
          <ToolOutput output={output} />
        </Section>
      )}
      {preview && total !== undefined && (
        <p className="text-muted-foreground text-xs">
          {t("thread.preview", { sent: format.number(preview.head + preview.tail), total: format.number(total) })}
        </p>
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  text?: string;
  action?: React.ReactNode;
  children: React.ReactNode;
}

function Section({ title, text, action, children }: SectionProps) {
  return (
    <section>
      <div className="flex h-7 items-center justify-between">
        <h4 className="font-medium text-muted-foreground text-xs">{title}</h4>
        <span className="flex items-center">
          {action}
          {text && <CopyButton text={text} />}
        </span>
      </div>
      <div className="scroll-quiet max-h-96 overflow-auto rounded-md bg-muted/60 px-3 py-2">{children}</div>
    </section>
  );
}

/** A single text, such as a command, is easier to read than its JSON. */
function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  const entries = input && typeof input === "object" ? Object.entries(input) : [];
  const simple = entries.length > 0 && entries.every(([, value]) => typeof value !== "object");
  return simple ? entries.map(([name, value]) => `${name}: ${value}`).join("\n") : JSON.stringify(input, null, 2);
}
