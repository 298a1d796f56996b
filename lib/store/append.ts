import type { Transaction } from "./database.ts";
import { toLogRow, toRecord } from "./log-row.ts";
import type { LogRow, NewRow } from "./rows.ts";

/** Inserts rows of one conversation and moves its leaf, inside a transaction. Off-path rows hang on the leaf of their moment. */
export async function appendRows(
  transaction: Transaction,
  conversationId: string,
  rows: NewRow[],
  now: number,
): Promise<LogRow[]> {
  // The loop names every parent, so that it need not be asked for at each of its rows.
  const isNamed = rows.every((row) => row.parentId !== undefined);
  let leafId = isNamed ? undefined : await readLeaf(transaction, conversationId);
  const records = rows.map((row) => {
    const parentId = row.parentId === undefined ? (leafId ?? null) : row.parentId;
    if (!row.offPath) leafId = row.id;
    return toRecord(row, { conversationId, parentId, now });
  });
  await transaction.message.createMany({ data: records });
  await transaction.conversation.updateMany({
    where: { id: conversationId },
    data: { updatedAt: BigInt(now), ...(leafId !== undefined && { leafId }) },
  });
  return records.map(toLogRow);
}

async function readLeaf({ conversation }: Transaction, id: string): Promise<string | undefined> {
  return (await conversation.findUnique({ where: { id }, select: { leafId: true } }))?.leafId ?? undefined;
}

/** Places count from 1, so that 0 stands for the place before all rows. */
export async function nextSeq(reader: Pick<Transaction, "message">, conversationId: string): Promise<number> {
  const { _max } = await reader.message.aggregate({ where: { conversationId }, _max: { seq: true } });
  return (_max.seq ?? 0) + 1;
}
