import type { Prisma, Queue as QueueRecord } from "#prisma/generated/client.ts";
import { appendRows } from "./append.ts";
import type { Database, Transaction } from "./database.ts";
import { leafOf } from "./insert-run.ts";
import type { Queue } from "./run-types.ts";
import type { QueuedView } from "./views.ts";

/** `steer` comes before `queue` in the order of delivery, and after it in that of letters. */
const IN_ORDER = [{ deliver: "desc" }, { position: "asc" }] satisfies Prisma.QueueOrderByWithRelationInput[];

export function openQueue({ read, write, now }: Database): Queue {
  const list: Queue["list"] = (conversationId) =>
    read(async ({ queue }) => (await queue.findMany({ where: { conversationId }, orderBy: IN_ORDER })).map(toView));

  return {
    list,

    add: ({ base, ...message }) =>
      write(async (transaction) => {
        const { conversationId, id, text } = message;
        const known = await transaction.queue.findUnique({ where: { id } });
        if (known) return known.conversationId === conversationId && known.text === text ? "queued" : "taken";
        if ((await transaction.message.count({ where: { id } })) > 0) return "sent";
        const active = await transaction.run.count({ where: { conversationId, status: "running" } });
        if (active === 0) return "idle";
        if (base !== undefined && base !== (await leafOf(transaction, conversationId))) return "stale";
        const { _max } = await transaction.queue.aggregate({ where: { conversationId }, _max: { position: true } });
        const position = (_max.position ?? -1) + 1;
        await transaction.queue.create({ data: { ...message, position, createdAt: BigInt(now()) } });
        return "queued";
      }),

    change: (conversationId, id, { position, text, deliver }) =>
      write(async (transaction) => {
        const waiting = await transaction.queue.findMany({ where: { conversationId }, orderBy: IN_ORDER });
        const record = waiting.find((each) => each.id === id);
        if (!record) return undefined;
        if (position !== undefined) await placeAll(transaction, moveTo(waiting, record, position));
        const data = { ...(text !== undefined && { text }), ...(deliver && { deliver, held: false }) };
        return toView(await transaction.queue.update({ where: { id }, data }));
      }),

    remove: (conversationId, id) =>
      write(async ({ queue }) => (await queue.deleteMany({ where: { conversationId, id } })).count > 0),

    async deliverSteers(conversationId, seq, toRow) {
      // Asked at every step: a read costs less than a transaction.
      const isWaiting = (await list(conversationId)).some(({ deliver, held }) => deliver === "steer" && !held);
      if (!isWaiting) return [];
      return write(async (transaction) => {
        const where = { conversationId, deliver: "steer", held: false };
        const waiting = await transaction.queue.findMany({ where, orderBy: IN_ORDER });
        const rows = waiting.map((record, index) => ({ ...toRow(toView(record)), seq: seq + index }));
        await transaction.queue.deleteMany({ where: { id: { in: waiting.map(({ id }) => id) } } });
        return rows.length > 0 ? appendRows(transaction, conversationId, rows, now()) : [];
      });
    },
  };
}

/** What opens the next turn: the first that is not held. */
export async function nextWaiting({ queue }: Transaction, conversationId: string): Promise<QueuedView | undefined> {
  const record = await queue.findFirst({ where: { conversationId, held: false }, orderBy: IN_ORDER });
  return record ? toView(record) : undefined;
}

function moveTo(waiting: QueueRecord[], record: QueueRecord, position: number): QueueRecord[] {
  return waiting.filter((each) => each !== record).toSpliced(position, 0, record);
}

async function placeAll({ queue }: Transaction, waiting: QueueRecord[]): Promise<void> {
  for (const [position, { id }] of waiting.entries()) await queue.update({ where: { id }, data: { position } });
}

function toView({ id, text, deliver, held, createdAt }: QueueRecord): QueuedView {
  return { id, text, deliver: deliver as QueuedView["deliver"], held, createdAt: Number(createdAt) };
}
