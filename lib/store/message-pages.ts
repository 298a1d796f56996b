import type { Reader } from "./database.ts";
import { toLogRow } from "./log-row.ts";
import { idsOnPath } from "./message-paths.ts";
import { toMessageView } from "./message-view.ts";
import type { PageRequest } from "./store.ts";
import type { MessagePage } from "./views.ts";

const DEFAULT_LIMIT = 200;

export async function readPage(reader: Reader, conversationId: string, page: PageRequest): Promise<MessagePage> {
  const rows = (await readRows(reader, conversationId, page)).map(toLogRow);
  const first = rows[0];
  if (!first) return { messages: [] };
  const conversation = await reader.conversation.findUnique({
    where: { id: conversationId },
    select: { leafId: true },
  });
  const leafId = conversation?.leafId ?? "";
  const onPath = await idsOnPath(reader, { conversationId, leafId, fromSeq: first.seq });
  const older = await reader.message.findFirst({
    where: { conversationId, seq: { lt: first.seq } },
    select: { seq: true },
  });
  return {
    messages: rows.map((row) =>
      toMessageView(row, { onPath: onPath.has(row.id), ...(page.sent && { sent: page.sent }) }),
    ),
    ...(older && { before: first.seq }),
  };
}

/** Ascending by place, though the newest of a range are read from its end. */
async function readRows(
  { message }: Reader,
  conversationId: string,
  { before, after, limit = DEFAULT_LIMIT }: PageRequest,
) {
  const forward = after !== undefined && before === undefined;
  const seq = { ...(before !== undefined && { lt: before }), ...(after !== undefined && { gt: after }) };
  const records = await message.findMany({
    where: { conversationId, seq },
    orderBy: { seq: forward ? "asc" : "desc" },
    take: limit,
  });
  return forward ? records : records.reverse();
}
