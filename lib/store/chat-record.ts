import type { Prisma } from "#prisma/generated/client.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { RunStatus } from "./run-types.ts";
import type { Chat } from "./store.ts";
import type { ChatError, ChatStatus } from "./views.ts";

/** The newest run says how the chat stands. */
export const WITH_NEWEST_RUN = {
  runs: { orderBy: [{ startedAt: "desc" }, { id: "desc" }], take: 1, select: { status: true, error: true } },
} as const satisfies Prisma.ConversationInclude;

export type ChatRecord = Prisma.ConversationGetPayload<{ include: typeof WITH_NEWEST_RUN }>;

export function toChat(record: ChatRecord): Chat {
  const { id, workspaceId, title, runs, ...rest } = record;
  const { leafId, draft, parentId, parentToolCallId, continuedFromId, continuedFromLeaf, deletedAt } = omitNulls(rest);
  return {
    id,
    workspaceId,
    title,
    ...(leafId !== undefined && { leafId }),
    ...(draft !== undefined && { draft }),
    ...(parentId !== undefined && { parentId }),
    ...(parentToolCallId !== undefined && { parentToolCallId }),
    ...(continuedFromId !== undefined && { continuedFrom: continuedFromId }),
    ...(continuedFromLeaf && { continuedFromLeaf }),
    createdAt: Number(rest.createdAt),
    updatedAt: Number(rest.updatedAt),
    ...(deletedAt !== undefined && { deletedAt: Number(deletedAt) }),
    ...statusOf(runs[0]),
  };
}

export function statusOf(run: { status: string; error: string | null } | undefined): {
  status: ChatStatus;
  error?: ChatError;
} {
  if (!run) return { status: "idle" };
  const status = run.status as RunStatus;
  return { status: status === "done" ? "idle" : status, ...(run.error !== null && { error: JSON.parse(run.error) }) };
}
