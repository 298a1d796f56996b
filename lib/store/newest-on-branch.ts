import type { Reader } from "./database.ts";
import { pathFrom } from "./message-paths.ts";

/** Requests that are looked at together; the newest one is nearly always of this branch. */
const SEARCH_STEP = 20;

/** Id of the newest request that was made on the conversation's current branch. Reads only the end of the path that it needs. */
export async function findOnBranch(reader: Reader, conversationId: string): Promise<string | undefined> {
  const conversation = await reader.conversation.findUnique({
    where: { id: conversationId },
    select: { leafId: true },
  });
  const leafId = conversation?.leafId ?? null;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const batch = await reader.request.findMany({
      where: { conversationId, ...(before < Number.MAX_SAFE_INTEGER && { n: { lt: before } }) },
      orderBy: { n: "desc" },
      take: SEARCH_STEP,
      select: { id: true, n: true, headId: true },
    });
    const last = batch.at(-1);
    if (!last) return undefined;
    const heads = await reader.message.findMany({
      where: { id: { in: batch.flatMap(({ headId }) => headId ?? []) } },
      select: { seq: true },
    });
    const fromSeq = Math.min(...heads.map(({ seq }) => seq));
    const { ids } = await pathFrom(reader, { conversationId, leafId, fromSeq });
    const found = batch.find(({ headId }) => headId !== null && ids.has(headId));
    if (found) return found.id;
    before = last.n;
  }
}
