import type {
  ChatListItem,
  ChatView,
  Fitting,
  MessagePage,
  PlanStep,
  QueuedView,
  RequestView,
  SubagentView,
  WorkspaceView,
} from "#lib/store/views.ts";
import { requestJson } from "./request-json.ts";

const chat = (id: string) => `/api/chats/${encodeURIComponent(id)}`;

export interface Health {
  ok: boolean;
  version: string;
  model: string;
  practice: boolean;
}

export const fetchHealth = () => requestJson<Health>("/api/health");

export const listChats = () => requestJson<{ chats: ChatListItem[] }>("/api/chats").then(({ chats }) => chats);
export const listTranscripts = () =>
  requestJson<{ chats: ChatListItem[] }>("/api/chats?all=1").then(({ chats }) => chats);
export const listTrash = () =>
  requestJson<{ chats: ChatListItem[] }>("/api/chats?deleted=1").then(({ chats }) => chats);

export const createChat = (body: { workspaceId?: string; title?: string }) =>
  requestJson<{ id: string; workspaceId: string }>("/api/chats", { method: "POST", body });
export const fetchChat = (id: string) => requestJson<ChatView>(chat(id));
export const changeChat = (
  id: string,
  body: { title?: string; draft?: string; leaf?: string; fitting?: Fitting },
  keepalive = false,
) => requestJson<ChatView>(chat(id), { method: "PATCH", body, keepalive });
export const deleteChat = (id: string) => requestJson<void>(chat(id), { method: "DELETE" });
export const restoreChat = (id: string) => requestJson<ChatView>(`${chat(id)}/restore`, { method: "POST" });

export interface MessageToSend {
  id: string;
  text: string;
  /** What becomes of it while the agent works. */
  deliver?: QueuedView["deliver"];
  /** The message that this one is a new version of. */
  parentId?: string;
  /** The newest row of the branch on the screen, null for none. */
  base?: string | null;
}

/** Sending the same id and text again is safe: it answers the same. */
export const sendMessage = (chatId: string, body: MessageToSend) =>
  requestJson<{ runId: string } | { queued: true }>(`${chat(chatId)}/messages`, { method: "POST", body });

/** Goes on, or with `from` answers a message or step anew. */
export const startRun = (chatId: string, from?: string) =>
  requestJson<{ runId: string }>(`${chat(chatId)}/run`, { method: "POST", body: { ...(from && { from }) } });

export const fetchQueue = (chatId: string) =>
  requestJson<{ messages: QueuedView[] }>(`${chat(chatId)}/queue`).then(({ messages }) => messages);

export interface QueueChange {
  text?: string;
  deliver?: QueuedView["deliver"];
  /** Place among all that wait, from 0. */
  position?: number;
}

export const changeQueued = (chatId: string, id: string, body: QueueChange) =>
  requestJson<QueuedView>(`${chat(chatId)}/queue/${id}`, { method: "PATCH", body });

export const removeQueued = (chatId: string, id: string) =>
  requestJson<void>(`${chat(chatId)}/queue/${id}`, { method: "DELETE" });

export const stopRun = (chatId: string) =>
  requestJson<{ stopped: boolean }>(`${chat(chatId)}/stop`, { method: "POST", body: {} });
export const continueChat = (chatId: string, body: { saveMessageAs?: string }) =>
  requestJson<{ id: string }>(`${chat(chatId)}/continue`, { method: "POST", body });

/** `path: 1` leaves the rows of other branches out. */
export function fetchMessages(chatId: string, page: { before?: number; after?: number; limit?: number; path?: 1 }) {
  const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
  return requestJson<MessagePage>(`${chat(chatId)}/messages?${query}`);
}
export const fetchSubagents = (chatId: string) =>
  requestJson<{ subagents: SubagentView[] }>(`${chat(chatId)}/subagents`).then(({ subagents }) => subagents);
export const fetchRequests = (chatId: string) =>
  requestJson<{ requests: RequestView[] }>(`${chat(chatId)}/requests`).then(({ requests }) => requests);
export const fetchPlan = (chatId: string) =>
  requestJson<{ steps: PlanStep[] }>(`${chat(chatId)}/plan`).then(({ steps }) => steps);
export const requestBodyPath = (chatId: string, n: number) => `${chat(chatId)}/requests/${n}`;
export const eventsPath = (chatId: string) => `${chat(chatId)}/events`;

export const listWorkspaces = () =>
  requestJson<{ workspaces: WorkspaceView[] }>("/api/workspaces").then(({ workspaces }) => workspaces);
export const createWorkspace = (body: { name: string; path?: string }) =>
  requestJson<WorkspaceView>("/api/workspaces", { method: "POST", body });

export const openSession = (password: string) =>
  requestJson<unknown>("/api/session", { method: "POST", body: { password } });
