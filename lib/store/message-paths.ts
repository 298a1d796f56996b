import type { Message } from "#prisma/generated/client.ts";
import type { Reader } from "./database.ts";

/**
 * Ancestors of a leaf and the leaf itself, oldest first. Nearly every row of a conversation is on its path, so all are read in
 * one go by place and the others are left out.
 */
export async function readPath({ message }: Reader, conversationId: string, leafId: string): Promise<Message[]> {
  const leaf = await message.findUnique({ where: { id: leafId }, select: { seq: true, conversationId: true } });
  if (leaf?.conversationId !== conversationId) return [];
  const rows = await message.findMany({
    where: { conversationId, seq: { lte: leaf.seq } },
    orderBy: { seq: "asc" },
  });
  const onPath = walk(new Map(rows.map(({ id, parentId }) => [id, parentId])), leafId);
  return rows.filter((row) => onPath.has(row.id));
}

/** The end of a path: ids of its rows from some place on, and the row of the path just before them. */
export interface PathPart {
  ids: ReadonlySet<string>;
  entry?: string;
}

/**
 * Which rows from `fromSeq` on are on the path to the leaf. A parent is older than its children, so nothing before `fromSeq` needs
 * to be read; for the newest page that is the page itself.
 */
export async function pathFrom(
  { message }: Reader,
  { conversationId, leafId, fromSeq }: { conversationId: string; leafId: string | null; fromSeq: number },
): Promise<PathPart> {
  if (leafId === null) return { ids: new Set() };
  const nodes = await message.findMany({
    where: { conversationId, seq: { gte: fromSeq } },
    select: { id: true, parentId: true },
  });
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const ids = walk(parents, leafId);
  // The walk ended at a row that is older, or began at one.
  const oldest = [...ids].at(-1);
  const entry = oldest === undefined ? leafId : parents.get(oldest);
  return { ids, ...(entry != null && { entry }) };
}

/** From the leaf back to the oldest row that is known. */
function walk(parents: ReadonlyMap<string, string | null>, leafId: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let id: string | null | undefined = leafId; id != null && parents.has(id); id = parents.get(id)) found.add(id);
  return found;
}
