import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "#components/api/query-keys.ts";
import type { ChatView, SubagentView } from "#lib/store/views.ts";
import type { DataChunk, SubagentProgress } from "./live-event.ts";

/** Brings what an event says into the query cache, so that every part of the screen reads one truth. */
export function applyEvent(client: QueryClient, chatId: string, chunk: DataChunk): void {
  const changeChat = (change: (chat: ChatView) => ChatView) =>
    client.setQueryData<ChatView>(queryKeys.chat(chatId), (chat) => chat && change(chat));

  switch (chunk.type) {
    case "data-status":
      changeChat((chat) => withStatus(chat, chunk.data));
      return;
    case "data-title":
      changeChat((chat) => ({ ...chat, title: chunk.data.title }));
      client.invalidateQueries({ queryKey: queryKeys.chats });
      return;
    case "data-projection": {
      const { used, budget, window } = chunk.data;
      changeChat((chat) => ({ ...chat, context: { ...chat.context, used, budget, window } }));
      return;
    }
    case "data-branch":
      changeChat((chat) => ({ ...chat, leafId: chunk.data.leafId }));
      return;
    case "data-queue":
      client.setQueryData(queryKeys.queue(chatId), chunk.data.messages);
      return;
    case "data-plan":
      client.setQueryData(queryKeys.plan(chatId), chunk.data.steps);
      return;
    case "data-subagent":
      applySubagent(client, chatId, chunk.data);
      return;
    default:
  }
}

type StatusNews = Extract<DataChunk, { type: "data-status" }>["data"];

function withStatus(chat: ChatView, { status, error, stoppedBy }: StatusNews): ChatView {
  const { error: _past, stoppedBy: __, ...rest } = chat;
  return { ...rest, status, ...(error && { error }), ...(stoppedBy && { stoppedBy }) };
}

function applySubagent(client: QueryClient, chatId: string, progress: SubagentProgress): void {
  const key = queryKeys.subagents(chatId);
  const known = client.getQueryData<SubagentView[]>(key)?.some(({ id }) => id === progress.id);
  if (!known || progress.status !== "running") client.invalidateQueries({ queryKey: key });
  if (!known) return;
  client.setQueryData<SubagentView[]>(key, (subagents) =>
    subagents?.map((subagent) => (subagent.id === progress.id ? withProgress(subagent, progress) : subagent)),
  );
}

function withProgress(subagent: SubagentView, progress: SubagentProgress): SubagentView {
  const { title, status, steps, used, budget } = progress;
  return { ...subagent, title, status, steps, context: { used, budget } };
}
