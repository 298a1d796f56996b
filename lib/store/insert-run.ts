import type { Prisma, Run as RunRecord } from "#prisma/generated/client.ts";
import { appendRows, nextSeq } from "./append.ts";
import type { Transaction } from "./database.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { BegunRun, NewRun, Run, RunRefusal, RunStatus } from "./run-types.ts";

/** Begins a run inside a transaction, with the message that it answers, unless one is active or the sender saw another leaf. */
export async function insertRun(transaction: Transaction, run: NewRun, now: number): Promise<BegunRun | RunRefusal> {
  const { message, leafId, base, ...columns } = run;
  const { conversationId } = run;
  const active = await transaction.run.findFirst({
    where: { conversationId, status: "running" },
    select: { id: true },
  });
  if (active) return { created: false, reason: "running", runId: active.id };
  if (base !== undefined && base !== (await leafOf(transaction, conversationId))) {
    return { created: false, reason: "stale" };
  }
  if (leafId !== undefined)
    await transaction.conversation.updateMany({ where: { id: conversationId }, data: { leafId } });
  const newest = await transaction.run.findFirst({
    where: { conversationId },
    orderBy: NEWEST_FIRST,
    select: { startedAt: true },
  });
  const heartbeatAt = BigInt(now);
  // Runs are in order of their start, also when the clock was set back since the one before.
  const startedAt = newest && newest.startedAt >= heartbeatAt ? newest.startedAt + 1n : heartbeatAt;
  const record = await transaction.run.create({ data: { ...columns, status: "running", heartbeatAt, startedAt } });
  if (!message) return { created: true, run: toRun(record) };
  const seq = await nextSeq(transaction, conversationId);
  const [row] = await appendRows(transaction, conversationId, [{ ...message, seq }], now);
  await transaction.queue.deleteMany({ where: { id: message.id, conversationId } });
  return { created: true, run: toRun(record), ...(row && { row }) };
}

export async function leafOf({ conversation }: Pick<Transaction, "conversation">, id: string): Promise<string | null> {
  return (await conversation.findUnique({ where: { id }, select: { leafId: true } }))?.leafId ?? null;
}

/** Columns that are bookkeeping of this room are left out. */
export function toRun({ progress: _, leafId: __, ...record }: RunRecord): Run {
  const { status, error, stoppedBy, heartbeatAt, startedAt, endedAt, ...rest } = omitNulls(record);
  return {
    ...rest,
    status: status as RunStatus,
    heartbeatAt: Number(heartbeatAt),
    startedAt: Number(startedAt),
    ...(error !== undefined && { error: JSON.parse(error) }),
    ...(stoppedBy !== undefined && { stoppedBy: JSON.parse(stoppedBy) }),
    ...(endedAt !== undefined && { endedAt: Number(endedAt) }),
  };
}

export const OLDEST_FIRST = [{ startedAt: "asc" }, { id: "asc" }] satisfies Prisma.RunOrderByWithRelationInput[];
export const NEWEST_FIRST = [{ startedAt: "desc" }, { id: "desc" }] satisfies Prisma.RunOrderByWithRelationInput[];
