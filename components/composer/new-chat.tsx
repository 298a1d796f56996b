"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Bot, FileText, SquareTerminal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { v4 as newId } from "uuid";
import { createChat, createWorkspace, sendMessage } from "#components/api/chat-requests.ts";
import { queryKeys } from "#components/api/query-keys.ts";
import { useHealth, useWorkspaces, workspacesQuery } from "#components/api/use-chat.ts";
import { ScreenHeader } from "#components/shell/screen-header.tsx";
import { ComposerBox, type ComposerHandle } from "./composer-box.tsx";
import { initialChoice, type WorkspaceChoice, WorkspaceChooser } from "./workspace-chooser.tsx";

const STARTERS = [
  { key: "starterRead", icon: FileText },
  { key: "starterSubagents", icon: Bot },
  { key: "starterCommand", icon: SquareTerminal },
] as const;

/** The start: what to do, and in which folder. The chat exists from the first message on. */
export function NewChat() {
  const t = useTranslations();
  const composer = useRef<ComposerHandle>(null);
  const { data: health } = useHealth();
  const workspaces = useWorkspaces();
  const [choice, setChoice] = useState<WorkspaceChoice | undefined>();
  const chosen = choice ?? initialChoice(workspaces.data);
  const start = useStartChat((text) => composer.current?.setText(text));

  return (
    <>
      <ScreenHeader />
      <div className="scroll-quiet flex flex-1 flex-col overflow-y-auto px-4 pb-10">
        <div className="mx-auto my-auto w-full max-w-2xl space-y-7">
          <div className="space-y-2">
            <h1 className="font-semibold text-2xl tracking-tight">{t("newChat.heading")}</h1>
            <p className="text-muted-foreground">{t("newChat.lead")}</p>
          </div>
          <div className="space-y-3">
            <ComposerBox
              ref={composer}
              placeholder={t("composer.placeholder")}
              busy={start.isBusy}
              onSend={(text) => void start.begin(text, choice)}
            >
              <span className="truncate">{health?.practice ? t("nav.practice") : health?.model}</span>
            </ComposerBox>
            {start.failure && (
              <p role="alert" className="text-failure text-sm">
                {t("composer.notSent", { reason: start.failure })}
              </p>
            )}
            <WorkspaceChooser workspaces={workspaces.data ?? []} choice={chosen} onChange={setChoice} />
          </div>
          <section aria-label={t("newChat.starters")} className="grid gap-2.5 sm:grid-cols-3">
            {STARTERS.map(({ key, icon: Icon }) => (
              <button
                key={key}
                type="button"
                onClick={() =>
                  composer.current?.setText(
                    key === "starterCommand" ? t("newChat.starterCommandText") : t(`newChat.${key}`),
                  )
                }
                className="rounded-xl border bg-card p-3.5 text-left transition-colors hover:border-ring"
              >
                <Icon aria-hidden className="mb-2 size-4 text-primary" />
                <span className="block font-medium text-sm leading-snug">{t(`newChat.${key}`)}</span>
                <span className="mt-1 block text-muted-foreground text-xs">{t(`newChat.${key}Hint`)}</span>
              </button>
            ))}
          </section>
        </div>
      </div>
    </>
  );
}

/** Makes folder and chat and sends the first message; what was made already is used again after a failure. */
function useStartChat(giveBack: (text: string) => void) {
  const client = useQueryClient();
  const router = useRouter();
  const made = useRef<{
    choice?: string;
    workspaceId?: string;
    chatId?: string;
    message?: { id: string; text: string };
  }>({});
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const begin = async (text: string, chosen: WorkspaceChoice | undefined) => {
    setBusy(true);
    setFailure(undefined);
    try {
      // Whoever is faster than the list of folders gets the same one as whoever waits for it.
      const choice = chosen ?? initialChoice(await client.fetchQuery(workspacesQuery));
      const key = JSON.stringify(choice);
      if (made.current.choice !== key) made.current = { choice: key };
      made.current.workspaceId ??= await workspaceOf(choice);
      made.current.chatId ??= (await createChat({ workspaceId: made.current.workspaceId })).id;
      // The same text keeps its id, so that one whose answer was lost is not sent twice.
      if (made.current.message?.text !== text) made.current.message = { id: newId(), text };
      await sendMessage(made.current.chatId, made.current.message);
      for (const queryKey of [queryKeys.chats, queryKeys.workspaces]) void client.invalidateQueries({ queryKey });
      router.push(`/chats/${made.current.chatId}`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
      giveBack(text);
    }
  };
  return { begin, isBusy, failure };
}

async function workspaceOf(choice: WorkspaceChoice): Promise<string> {
  if (choice.kind === "existing") return choice.id;
  const body = choice.kind === "path" ? { name: lastName(choice.path), path: choice.path } : { name: choice.name };
  return (await createWorkspace(body)).id;
}

function lastName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
