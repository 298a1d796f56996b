import type { Request } from "#prisma/generated/client.ts";
import type { Reader } from "./database.ts";

/** A full row every so many: a body is put together from at most that many rows. */
export const FULL_EVERY = 50;

const LINK = { id: true, parentRequest: true, prefix: true, rest: true, state: true } as const;
export type LedgerLink = Pick<Request, keyof typeof LINK>;

/** The last full row and those after it up to this request, in order. */
export async function readChain({ request }: Reader, requestId: string): Promise<LedgerLink[]> {
  const chain: LedgerLink[] = [];
  for (let id: string | null = requestId; id !== null; ) {
    const link: LedgerLink = await request.findUniqueOrThrow({ where: { id }, select: LINK });
    chain.push(link);
    id = link.parentRequest;
  }
  return chain.reverse();
}

/** Hashes of the message blocks of the chain's last request. */
export function blocksOf(chain: readonly LedgerLink[]): string[] {
  let blocks: string[] = [];
  for (const { prefix, rest } of chain) blocks = [...blocks.slice(0, prefix), ...(JSON.parse(rest) as string[])];
  return blocks;
}
