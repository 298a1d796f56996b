import { effectiveBudget } from "#lib/models/index.ts";
import type { Chat, SentRows } from "#lib/store/index.ts";
import type { ChatView, ContextView, RequestView, SubagentView } from "#lib/store/views.ts";
import { EMPTY_STORED_STATE, foldStates } from "./ledger.ts";
import { currentWindow } from "./limits.ts";
import type { Runtime } from "./runtime.ts";

export async function viewChat(runtime: Runtime, chat: Chat): Promise<ChatView> {
  const { store } = runtime;
  const [context, spend, continuedTo] = await Promise.all([
    viewContext(runtime, chat),
    store.requests.spend(chat.id),
    store.chats.continuedTo(chat.id),
  ]);
  const { id, workspaceId, title, status, error, draft, leafId, parentId, parentToolCallId, continuedFrom } = chat;
  return {
    ...{ id, workspaceId, title, status, createdAt: chat.createdAt, updatedAt: chat.updatedAt, context, spend },
    ...(error && { error }),
    ...(draft !== undefined && { draft }),
    ...(leafId && { leafId }),
    ...(parentId && { parentId }),
    ...(parentToolCallId && { parentToolCallId }),
    ...(continuedFrom && { continuedFrom }),
    ...(continuedTo && { continuedTo }),
  };
}

async function viewContext(runtime: Runtime, chat: Chat): Promise<ContextView> {
  const { env, provider } = runtime;
  const { window, source } = await currentWindow(runtime);
  const { budget, clamped } = effectiveBudget({ window, configured: env.budget });
  return {
    ...{
      used: usedBy(await newestRequest(runtime, chat)),
      budget,
      window,
      windowSource: source,
      budgetClamped: clamped,
    },
    ...{ model: provider.modelId, practice: provider.practice, fit: env.fit },
  };
}

async function newestRequest(runtime: Runtime, chat: Chat): Promise<RequestView | undefined> {
  return (await runtime.store.requests.list(chat.id)).at(-1);
}

const usedBy = (request: RequestView | undefined): number => request?.usage?.inputTokens ?? request?.estimate ?? 0;

export async function viewSubagents(runtime: Runtime, chat: Chat): Promise<SubagentView[]> {
  const children = await runtime.store.chats.subagents(chat.id);
  const { window } = await currentWindow(runtime);
  const { budget } = effectiveBudget({ window, configured: runtime.env.budget });
  return Promise.all(
    children.map(async (child) => {
      const [requests, spend] = await Promise.all([
        runtime.store.requests.list(child.id),
        runtime.store.requests.spend(child.id),
      ]);
      const { id, title, status, error, createdAt, updatedAt } = child;
      return {
        ...{ id, title, status, createdAt, updatedAt, spend },
        parentToolCallId: child.parentToolCallId ?? "",
        ...(error && { error }),
        steps: new Set(requests.map((request) => request.stepId)).size,
        context: { used: usedBy(requests.at(-1)), budget },
      };
    }),
  );
}

/** What the newest request did with the rows of its conversation. */
export async function sentRows(runtime: Runtime, chat: Chat): Promise<SentRows> {
  const rows = await runtime.store.messages.path(chat.id);
  const newest = await runtime.store.requests.newestOnPath(chat.id, new Set(rows.map((row) => row.id)));
  const state = newest ? foldStates(newest.states) : EMPTY_STORED_STATE;
  const cut = state.droppedUpTo ? rows.findIndex((row) => row.id === state.droppedUpTo) : -1;
  const pinned = new Set(state.pinned);
  const dropped = rows.slice(1, cut + 1).filter((row) => !pinned.has(row.id));
  return { cleared: new Set(state.clearedResults), dropped: new Set(dropped.map((row) => row.id)) };
}
