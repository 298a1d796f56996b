import { parseResult } from "#lib/agent/projection.ts";
import { parseRule } from "#lib/context/index.ts";
import { effectiveBudget } from "#lib/models/index.ts";
import type { Chat, SentRows } from "#lib/store/index.ts";
import type { ChatView, ContextView, RequestView, SubagentView } from "#lib/store/views.ts";
import { currentEstimator } from "./counting.ts";
import { foldStates } from "./ledger.ts";
import { currentWindow } from "./limits.ts";
import type { Runtime } from "./runtime.ts";

export async function viewChat(runtime: Runtime, chat: Chat): Promise<ChatView> {
  const { store } = runtime;
  const [context, spend, continuedTo] = await Promise.all([
    viewContext(runtime, chat),
    store.requests.spend(chat.id),
    store.chats.continuedTo(chat.id),
  ]);
  const { id, workspaceId, title, status, error, draft, fitting, leafId, parentId, parentToolCallId, continuedFrom } =
    chat;
  return {
    ...{ id, workspaceId, title, status, createdAt: chat.createdAt, updatedAt: chat.updatedAt, context, spend },
    ...(error && { error }),
    ...(chat.stoppedBy && { stoppedBy: chat.stoppedBy }),
    ...(draft !== undefined && { draft }),
    ...(fitting && { fitting }),
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
      used: usedBy(await runtime.store.requests.newestOnBranch(chat.id)),
      budget,
      window,
      windowSource: source,
      budgetClamped: clamped,
    },
    counting: parseRule(currentEstimator(runtime).rule) ?? { profile: "unknown", sampled: false },
    ...{ model: provider.modelId, practice: provider.practice, fit: env.fit },
  };
}

const usedBy = (request: RequestView | undefined): number => request?.usage?.inputTokens ?? request?.estimate ?? 0;

export async function viewSubagents(runtime: Runtime, chat: Chat): Promise<SubagentView[]> {
  const children = await runtime.store.chats.subagents(chat.id);
  const { window } = await currentWindow(runtime);
  const { budget } = effectiveBudget({ window, configured: runtime.env.budget });
  return Promise.all(
    children.map(async (child) => {
      const [newest, spend, steps] = await Promise.all([
        runtime.store.requests.newest(child.id),
        runtime.store.requests.spend(child.id),
        runtime.store.messages.steps(child.id),
      ]);
      const { id, title, status, error, createdAt, updatedAt } = child;
      return {
        ...{ id, title, status, createdAt, updatedAt, spend },
        parentToolCallId: child.parentToolCallId ?? "",
        ...(error && { error }),
        steps,
        context: { used: usedBy(newest), budget },
      };
    }),
  );
}

/** What the newest request of this branch did with its rows; undefined when nothing was ever sent. */
export async function sentRows({ store }: Runtime, chat: Chat): Promise<SentRows | undefined> {
  const newest = await store.requests.newestOnBranch(chat.id);
  if (!newest) return undefined;
  const state = foldStates(await store.requests.stateChain(chat.id, newest.id));
  const cut = state.droppedUpTo ? await store.messages.get(state.droppedUpTo) : undefined;
  const cleared = new Set([
    ...state.clearedResults.map((name) => parseResult(name).id),
    ...(state.clearedInputs ?? []).map(({ step }) => step),
  ]);
  return { cleared, droppedUpTo: cut?.seq ?? 0, pinned: new Set(state.pinned) };
}
