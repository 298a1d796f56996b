import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type {
  ChatListItem,
  ChatStatus,
  ChatView,
  MessagePage,
  MessageView,
  RequestView,
  SubagentView,
  WorkspaceView,
} from "#lib/store/views.ts";

const BETWEEN_LOOKS_MS = 40;
const PATIENCE_MS = 60_000;
const PAGE = 1_000;

export interface Health {
  ok: boolean;
  version: string;
  estimates: { computed: number; rows: number };
  model: string;
  practice: boolean;
}

/** The app's HTTP interface for tests. What answers with an error status rejects, except `fetch`. */
export interface ApiClient {
  /** `path` begins with `/api`; an object body is sent as JSON. */
  fetch(path: string, init?: Omit<RequestInit, "body"> & { body?: unknown }): Promise<Response>;
  health(): Promise<Health>;
  createWorkspace(path: string, name?: string): Promise<WorkspaceView>;
  createChat(workspaceId?: string): Promise<string>;
  chat(id: string): Promise<ChatView>;
  chats(query?: string): Promise<ChatListItem[]>;
  /** Resolves when the message is stored and its run has begun. */
  send(chatId: string, text: string): Promise<void>;
  stop(chatId: string): Promise<void>;
  /** Sends, and waits for the end of the run. */
  turn(chatId: string, text: string, patienceMs?: number): Promise<ChatView>;
  /** Waits for a status, or for any but `running`. @throws Error naming the status after `patienceMs`, default a minute */
  waitFor(chatId: string, status?: ChatStatus, patienceMs?: number): Promise<ChatView>;
  /** All rows of the conversation after the place `after`, page after page. */
  messages(chatId: string, after?: number): Promise<MessageView[]>;
  subagents(chatId: string): Promise<SubagentView[]>;
  requests(chatId: string): Promise<RequestView[]>;
  requestBody(chatId: string, n: number): Promise<string>;
  result(chatId: string, toolCallId: string): Promise<string>;
}

export function createApiClient(url: string): ApiClient {
  const call: ApiClient["fetch"] = (path, { body, headers, ...init } = {}) =>
    fetch(url + path, {
      ...init,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...Object.fromEntries(new Headers(headers)),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });

  async function read(path: string, init?: Parameters<ApiClient["fetch"]>[1]): Promise<Response> {
    const answer = await call(path, init);
    if (!answer.ok) throw new Error(`${init?.method ?? "GET"} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
  const json = async <Value>(path: string, init?: Parameters<ApiClient["fetch"]>[1]) =>
    (await (await read(path, init)).json()) as Value;
  const post = <Value>(path: string, body: unknown) => json<Value>(path, { method: "POST", body });

  const client: ApiClient = {
    fetch: call,
    health: () => json("/api/health"),
    createWorkspace: (path, name = "test") => post("/api/workspaces", { name, path }),
    createChat: async (workspaceId) =>
      (await post<{ id: string }>("/api/chats", { ...(workspaceId && { workspaceId }) })).id,
    chat: (id) => json(`/api/chats/${id}`),
    chats: async (query = "") => (await json<{ chats: ChatListItem[] }>(`/api/chats${query}`)).chats,
    send: (chatId, text) => post(`/api/chats/${chatId}/messages`, { id: randomUUID(), text }),
    stop: (chatId) => post(`/api/chats/${chatId}/stop`, {}),
    async turn(chatId, text, patienceMs) {
      await client.send(chatId, text);
      return client.waitFor(chatId, undefined, patienceMs);
    },
    async waitFor(chatId, status, patienceMs = PATIENCE_MS) {
      const giveUpAt = Date.now() + patienceMs;
      for (;;) {
        const chat = await client.chat(chatId);
        if (status ? chat.status === status : chat.status !== "running") return chat;
        if (Date.now() > giveUpAt) {
          throw new Error(`The chat is ${chat.status}, not ${status ?? "at an end"}: ${JSON.stringify(chat.error)}`);
        }
        await delay(BETWEEN_LOOKS_MS);
      }
    },
    async messages(chatId, after = 0) {
      const rows: MessageView[] = [];
      for (;;) {
        const from = rows.at(-1)?.seq ?? after;
        const { messages } = await json<MessagePage>(`/api/chats/${chatId}/messages?after=${from}&limit=${PAGE}`);
        rows.push(...messages);
        if (messages.length < PAGE) return rows;
      }
    },
    subagents: async (chatId) =>
      (await json<{ subagents: SubagentView[] }>(`/api/chats/${chatId}/subagents`)).subagents,
    requests: async (chatId) => (await json<{ requests: RequestView[] }>(`/api/chats/${chatId}/requests`)).requests,
    requestBody: async (chatId, n) => (await read(`/api/chats/${chatId}/requests/${n}`)).text(),
    result: async (chatId, toolCallId) => (await read(`/api/chats/${chatId}/results/${toolCallId}`)).text(),
  };
  return client;
}
