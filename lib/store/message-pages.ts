import { isAside, readVersions } from "./branches.ts";
import type { Reader } from "./database.ts";
import { toLogRow } from "./log-row.ts";
import { type PathPart, pathFrom } from "./message-paths.ts";
import { toMessageView } from "./message-view.ts";
import type { LogRow } from "./rows.ts";
import type { PageRequest } from "./store.ts";
import type { MessagePage } from "./views.ts";

const DEFAULT_LIMIT = 200;

export async function readPage(reader: Reader, conversationId: string, page: PageRequest): Promise<MessagePage> {
  const conversation = await reader.conversation.findUnique({
    where: { id: conversationId },
    select: { leafId: true },
  });
  const leafId = conversation?.leafId ?? null;
  const { rows, path } = await readRows(reader, conversationId, leafId, page);
  const [first] = rows;
  if (!first) return { messages: [] };
  const versions = await versionsOf(reader, conversationId, rows, path.ids);
  const isEnd = leafId !== null && rows.some((row) => row.id === leafId);
  const afterLeaf = isEnd ? (await readVersions(reader, conversationId, [leafId])).get(leafId) : undefined;
  const older = await reader.message.findFirst({
    where: { conversationId, seq: { lt: first.seq } },
    select: { seq: true },
  });
  return {
    messages: rows.map((row) => {
      const siblings = versions.get(row.parentId ?? "");
      const hasVersions = siblings !== undefined && siblings.length > 1 && siblings.includes(row.id);
      return toMessageView(row, {
        onPath: path.ids.has(row.id),
        ...(page.sent && { sent: page.sent }),
        ...(hasVersions && { versions: siblings }),
      });
    }),
    ...(older && { before: first.seq }),
    ...(afterLeaf && { afterLeaf }),
  };
}

/** Rows and the path through them. With `onPath`, as many blocks are read as it takes to fill the page. */
async function readRows(reader: Reader, conversationId: string, leafId: string | null, page: PageRequest) {
  const limit = page.limit ?? DEFAULT_LIMIT;
  let rows: LogRow[] = [];
  let path: PathPart = { ids: new Set() };
  for (let range = page; ; ) {
    const block = await readBlock(reader, conversationId, { ...range, limit });
    const [first] = block;
    const last = block.at(-1);
    if (!first || !last) return { rows, path };
    path = await pathFrom(reader, { conversationId, leafId, fromSeq: Math.min(first.seq, rows[0]?.seq ?? first.seq) });
    const isForward = page.after !== undefined && page.before === undefined;
    const kept = page.onPath ? block.filter((row) => isShown(row, path)) : block;
    rows = isForward ? [...rows, ...kept].slice(0, limit) : [...kept, ...rows].slice(-limit);
    if (rows.length === limit || block.length < limit) return { rows, path };
    range = isForward ? { after: last.seq } : { before: first.seq };
  }
}

function isShown(row: LogRow, { ids, entry }: PathPart): boolean {
  if (ids.has(row.id)) return true;
  return isAside(row) && row.parentId !== undefined && (ids.has(row.parentId) || row.parentId === entry);
}

/** Ascending by place, though the newest of a range are read from its end. */
async function readBlock(
  { message }: Reader,
  conversationId: string,
  { before, after, limit }: PageRequest & { limit: number },
): Promise<LogRow[]> {
  const forward = after !== undefined && before === undefined;
  const seq = { ...(before !== undefined && { lt: before }), ...(after !== undefined && { gt: after }) };
  const records = await message.findMany({
    where: { conversationId, seq },
    orderBy: { seq: forward ? "asc" : "desc" },
    take: limit,
  });
  return (forward ? records : records.reverse()).map(toLogRow);
}

function versionsOf(reader: Reader, conversationId: string, rows: LogRow[], path: ReadonlySet<string>) {
  const places = rows.filter((row) => row.kind !== "result" && path.has(row.id)).map((row) => row.parentId ?? null);
  return readVersions(reader, conversationId, [...new Set(places)]);
}
