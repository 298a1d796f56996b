import type { Prisma } from "#prisma/generated/client.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { RunStatus } from "./run-types.ts";
import type { Chat } from "./store.ts";
import type { ChatError, ChatStatus, StoppedBy } from "./views.ts";

/** What a run says of how its chat stands. */
export const RUN_STATUS = { status: true, error: true, stoppedBy: true, leafId: true } as const;

export const WITH_NEWEST_RUN = {
  runs: { orderBy: [{ startedAt: "desc" }, { id: "desc" }], take: 1, select: RUN_STATUS },
} as const satisfies Prisma.ConversationInclude;

export type ChatRecord = Prisma.ConversationGetPayload<{ include: typeof WITH_NEWEST_RUN }>;
export type RunStatusRecord = Prisma.RunGetPayload<{ select: typeof RUN_STATUS }>;

export function toChat(record: ChatRecord): Chat {
  const { id, workspaceId, title, runs, ...rest } = record;
  const { leafId, draft, fitting, parentId, parentToolCallId, continuedFromId, continuedFromLeaf, deletedAt } =
    omitNulls(rest);
  return {
    id,
    workspaceId,
    title,
    ...(leafId !== undefined && { leafId }),
    ...(draft !== undefined && { draft }),
    ...(fitting !== undefined && { fitting: JSON.parse(fitting) }),
    ...(parentId !== undefined && { parentId }),
    ...(parentToolCallId !== undefined && { parentToolCallId }),
    ...(continuedFromId !== undefined && { continuedFrom: continuedFromId }),
    ...(continuedFromLeaf && { continuedFromLeaf }),
    createdAt: Number(rest.createdAt),
    updatedAt: Number(rest.updatedAt),
    ...(deletedAt !== undefined && { deletedAt: Number(deletedAt) }),
    ...statusOf(record),
  };
}

/** Whether the run is active, or ended where the chat stands now. One that ended elsewhere says nothing about this branch. */
export function isOfBranch(run: RunStatusRecord, leafId: string | null): boolean {
  return run.status === "running" || run.leafId === null || run.leafId === leafId;
}

export function statusOf({ leafId, runs: [run] }: Pick<ChatRecord, "leafId" | "runs">): {
  status: ChatStatus;
  error?: ChatError;
  stoppedBy?: StoppedBy;
} {
  if (!run || !isOfBranch(run, leafId)) return { status: "idle" };
  const status = run.status as RunStatus;
  return {
    status: status === "done" ? "idle" : status,
    ...(run.error !== null && { error: JSON.parse(run.error) }),
    ...(status === "stopped" && run.stoppedBy !== null && { stoppedBy: JSON.parse(run.stoppedBy) }),
  };
}
