import type { Transaction } from "./database.ts";
import type { RequestEnd } from "./ledger-types.ts";

/** False when it was completed already. */
export async function completeRequest(
  { request }: Pick<Transaction, "request">,
  { id, usage, firstAt, endedAt, ...rest }: RequestEnd,
  now: number,
): Promise<boolean> {
  const { count } = await request.updateMany({
    where: { id, endedAt: null },
    data: {
      ...rest,
      ...usage,
      ...(firstAt !== undefined && { firstAt: BigInt(firstAt) }),
      endedAt: BigInt(endedAt ?? now),
    },
  });
  return count > 0;
}
