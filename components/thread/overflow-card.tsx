"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useRunActions } from "#components/api/use-run-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { ChatView } from "#lib/store/views.ts";
import { Notice } from "./notice.tsx";
import { usePane } from "./pane-context.ts";

const FILE_NAME = "message.md";

/** The conversation does not fit the model any more: one sentence and one button. All else is quiet. */
export function OverflowCard({ chat }: { chat: ChatView }) {
  const t = useTranslations("overflow");
  const cause = chat.error?.cause ?? "conversation";
  const isSubagent = chat.parentId !== undefined;
  const sentence = { conversation: t("sentence"), message: t("messageTooLong"), fixed: t("fixedTooLong") }[cause];
  return (
    <Notice tone="calm">
      <p>{sentence}</p>
      {!isSubagent &&
        cause !== "fixed" &&
        (cause === "message" ? <SaveAsFile chat={chat} /> : <NextChat chat={chat} primary />)}
      <QuietLinks chat={chat} draftKept={!isSubagent && cause === "conversation"} />
    </Notice>
  );
}

function NextChat({ chat, primary = false }: { chat: ChatView; primary?: boolean }) {
  const t = useTranslations("overflow");
  const { next } = useRunActions(chat.id);
  return (
    <Button
      look={primary ? "primary" : "outline"}
      disabled={next.isPending}
      onClick={() => next.mutate({})}
      className="h-auto min-h-9 whitespace-normal py-1.5 text-left"
    >
      {t("button")}
    </Button>
  );
}

function SaveAsFile({ chat }: { chat: ChatView }) {
  const t = useTranslations("overflow");
  const { next } = useRunActions(chat.id);
  const [name, setName] = useState(FILE_NAME);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    next.mutate({ saveMessageAs: name.trim() || FILE_NAME });
  };
  return (
    <div className="space-y-3">
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={next.isPending}>
          {t("saveAsFile")}
        </Button>
        <TextField
          aria-label={t("fileName")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="w-44 font-mono text-[13px]"
        />
      </form>
      <NextChat chat={chat} />
    </div>
  );
}

function QuietLinks({ chat, draftKept }: { chat: ChatView; draftKept: boolean }) {
  const t = useTranslations("overflow");
  const format = useFormat();
  const pane = usePane();
  const { used, limit } = chat.error ?? {};
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px] text-muted-foreground">
      {draftKept && <span>{t("draftKept")}</span>}
      <Button look="link" size="inline" onClick={() => pane.show("context")}>
        {t("seeSent")}
      </Button>
      {used !== undefined && limit !== undefined && (
        <span className="tabular-nums">{t("sizes", { used: format.number(used), limit: format.number(limit) })}</span>
      )}
    </p>
  );
}
