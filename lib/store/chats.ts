import { appendRows } from "./append.ts";
import { newestDescendant } from "./branches.ts";
import { isOfBranch, RUN_STATUS, statusOf, toChat, WITH_NEWEST_RUN } from "./chat-record.ts";
import type { Database, Reader } from "./database.ts";
import { NEWEST_FIRST } from "./insert-run.ts";
import type { Chat, Chats, NewChat } from "./store.ts";

export function openChats({ read, write, now }: Database): Chats {
  return {
    create: (chat) =>
      write(async (transaction) => {
        const at = now();
        const { rows, ...columns } = chat;
        await transaction.conversation.create({ data: toColumns(columns, at) });
        if (rows?.length) await appendRows(transaction, chat.id, rows, at);
        return toChat(
          await transaction.conversation.findUniqueOrThrow({ where: { id: chat.id }, include: WITH_NEWEST_RUN }),
        );
      }),

    get: (id) => read((reader) => findChat(reader, { id })),

    list: ({ all = false, deleted = false } = {}) =>
      read(async ({ conversation }) => {
        const records = await conversation.findMany({
          where: { ...(!all && { parentId: null }), deletedAt: deleted ? { not: null } : null },
          include: { ...WITH_NEWEST_RUN, ...(all && { _count: { select: { messages: true } } }) },
          orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
        });
        return records.map(({ id, workspaceId, title, parentId, createdAt, updatedAt, _count, ...record }) => ({
          id,
          workspaceId,
          title,
          status: statusOf(record).status,
          createdAt: Number(createdAt),
          updatedAt: Number(updatedAt),
          ...(parentId !== null && { parentId }),
          ...(_count && { messages: _count.messages }),
        }));
      }),

    update: (id, { fitting, ...change }) =>
      write(async ({ conversation }) => {
        const data = { ...change, ...(fitting && { fitting: JSON.stringify(fitting) }) };
        await conversation.updateMany({ where: { id }, data });
      }),

    selectBranch: (id, rowId) =>
      write(async (transaction) => {
        if ((await transaction.run.count({ where: { conversationId: id, status: "running" } })) > 0) return "running";
        const leafId = await newestDescendant(transaction, id, rowId);
        if (leafId === undefined) return "unknown";
        await transaction.conversation.update({ where: { id }, data: { leafId } });
        return { leafId };
      }),

    softDelete: (id) =>
      write(async ({ conversation }) => {
        const ids = await withSubagents({ conversation }, id);
        await conversation.updateMany({
          where: { id: { in: ids }, deletedAt: null },
          data: { deletedAt: BigInt(now()) },
        });
      }),

    restore: (id) =>
      write(async ({ conversation }) => {
        const record = await conversation.findUnique({ where: { id }, select: { deletedAt: true } });
        if (record?.deletedAt == null) return;
        const ids = await withSubagents({ conversation }, id);
        // A subagent that was hidden on its own has another time and stays hidden.
        await conversation.updateMany({
          where: { id: { in: ids }, deletedAt: record.deletedAt },
          data: { deletedAt: null },
        });
      }),

    findChild: (parentId, parentToolCallId) => read((reader) => findChat(reader, { parentId, parentToolCallId })),

    subagents: (parentId) =>
      read(async ({ conversation }) => {
        const orderBy = [{ createdAt: "asc" as const }, { id: "asc" as const }];
        const records = await conversation.findMany({ where: { parentId }, include: WITH_NEWEST_RUN, orderBy });
        return records.map(toChat);
      }),

    findContinuation: (continuedFromId, leafId = "") =>
      read((reader) => findChat(reader, { continuedFromId, continuedFromLeaf: leafId })),

    continuedTo: (continuedFromId) =>
      read(async ({ conversation }) => {
        const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
        const next = await conversation.findFirst({ where: { continuedFromId, deletedAt: null }, orderBy });
        return next?.id;
      }),
  };
}

function toColumns(
  { title = "", fitting, continuedFromId, continuedFromLeaf, ...rest }: Omit<NewChat, "rows">,
  at: number,
) {
  // NULLs are never equal in a unique key; an empty chat has "" for its leaf, so that it too has only one next chat.
  const continued = continuedFromId !== undefined && { continuedFromId, continuedFromLeaf: continuedFromLeaf ?? "" };
  const chosen = fitting && { fitting: JSON.stringify(fitting) };
  return { ...rest, title, ...chosen, ...continued, createdAt: BigInt(at), updatedAt: BigInt(at) };
}

async function findChat(
  { conversation, run }: Reader,
  where: NonNullable<Parameters<Reader["conversation"]["findFirst"]>[0]>["where"] & object,
): Promise<Chat | undefined> {
  const record = await conversation.findFirst({ where, include: WITH_NEWEST_RUN });
  if (!record) return undefined;
  const { id, leafId, runs } = record;
  if (runs.every((newest) => isOfBranch(newest, leafId))) return toChat(record);
  const ofBranch = await run.findFirst({
    where: { conversationId: id, leafId },
    orderBy: NEWEST_FIRST,
    select: RUN_STATUS,
  });
  return toChat({ ...record, runs: ofBranch ? [ofBranch] : [] });
}

/** The chat and all that hang on it, whatever the depth. */
async function withSubagents({ conversation }: Pick<Reader, "conversation">, id: string): Promise<string[]> {
  const ids = [id];
  for (let level = ids; level.length > 0; ) {
    const children = await conversation.findMany({ where: { parentId: { in: level } }, select: { id: true } });
    level = children.map((child) => child.id);
    ids.push(...level);
  }
  return ids;
}
