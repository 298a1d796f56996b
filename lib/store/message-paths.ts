import type { Message } from "#prisma/generated/client.ts";
import type { Reader } from "./database.ts";

interface Node {
  id: string;
  parentId: string | null;
}

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
  const onPath = walk(rows, leafId);
  return rows.filter((row) => onPath.has(row.id));
}

/**
 * Which rows from `fromSeq` on are on the path to the leaf. A parent is older than its children, so nothing before `fromSeq` needs
 * to be read; for the newest page that is the page itself.
 */
export async function idsOnPath(
  { message }: Reader,
  { conversationId, leafId, fromSeq }: { conversationId: string; leafId: string; fromSeq: number },
): Promise<ReadonlySet<string>> {
  const nodes = await message.findMany({
    where: { conversationId, seq: { gte: fromSeq } },
    select: { id: true, parentId: true },
  });
  return walk(nodes, leafId);
}

function walk(nodes: Node[], leafId: string): ReadonlySet<string> {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const found = new Set<string>();
  for (let id: string | null | undefined = leafId; id != null && parents.has(id); id = parents.get(id)) found.add(id);
  return found;
}
