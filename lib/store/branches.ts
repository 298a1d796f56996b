import type { Prisma } from "#prisma/generated/client.ts";
import type { Reader } from "./database.ts";

/** Text of a step that was cut or failed: shown beside the path, never followed by anything. */
const ASIDE = {
  kind: "step",
  state: { in: ["failed", "interrupted"] },
} as const satisfies Prisma.MessageWhereInput;

export function isAside(row: { kind: string; state: string }): boolean {
  return row.kind === "step" && (row.state === "failed" || row.state === "interrupted");
}

/**
 * The rows that may stand in the same place, by the row that they follow ("" for the beginning): messages and steps, oldest
 * first. A result has no alternative.
 */
export async function readVersions(
  { message }: Reader,
  conversationId: string,
  parentIds: readonly (string | null)[],
): Promise<Map<string, string[]>> {
  const named = parentIds.filter((id) => id !== null);
  const places = [
    ...(named.length > 0 ? [{ parentId: { in: named } }] : []),
    ...(named.length < parentIds.length ? [{ parentId: null }] : []),
  ];
  if (places.length === 0) return new Map();
  const rows = await message.findMany({
    where: { conversationId, OR: places, kind: { not: "result" }, NOT: ASIDE },
    select: { id: true, parentId: true },
    orderBy: { seq: "asc" },
  });
  const versions = new Map<string, string[]>();
  for (const { id, parentId } of rows) versions.set(parentId ?? "", [...(versions.get(parentId ?? "") ?? []), id]);
  return versions;
}

/** The newest row that comes after this one on any branch, or the row itself; undefined for a row that no branch goes through. */
export async function newestDescendant(
  { message }: Reader,
  conversationId: string,
  rowId: string,
): Promise<string | undefined> {
  const row = await message.findUnique({ where: { id: rowId } });
  if (row?.conversationId !== conversationId || isAside(row)) return undefined;
  const later = await message.findMany({
    where: { conversationId, seq: { gt: row.seq }, NOT: ASIDE },
    select: { id: true, parentId: true },
    orderBy: { seq: "asc" },
  });
  const descendants = new Set([rowId]);
  let newest = rowId;
  for (const { id, parentId } of later) {
    if (parentId === null || !descendants.has(parentId)) continue;
    descendants.add(id);
    newest = id;
  }
  return newest;
}
