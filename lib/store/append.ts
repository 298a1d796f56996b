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
  const conversation = await transaction.conversation.findUnique({
    where: { id: conversationId },
    select: { leafId: true },
  });
  const before = conversation?.leafId ?? null;
  let leafId = before;
  const records = rows.map((row) => {
    const record = toRecord(row, { conversationId, parentId: row.parentId === undefined ? leafId : row.parentId, now });
    if (!row.offPath) leafId = row.id;
    return record;
  });
  await transaction.message.createMany({ data: records });
  const moved = leafId !== before;
  await transaction.conversation.updateMany({
    where: { id: conversationId },
    data: { updatedAt: BigInt(now), ...(moved && { leafId }) },
  });
  return records.map(toLogRow);
}

/** Places count from 1, so that 0 stands for the place before all rows. */
export async function nextSeq(reader: Pick<Transaction, "message">, conversationId: string): Promise<number> {
  const { _max } = await reader.message.aggregate({ where: { conversationId }, _max: { seq: true } });
  return (_max.seq ?? 0) + 1;
}
