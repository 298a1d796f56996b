import { beginRequest } from "./begin-request.ts";
import type { BlobRows } from "./blob-rows.ts";
import { completeRequest } from "./complete-request.ts";
import type { Database, Reader } from "./database.ts";
import { blocksOf, readChain } from "./ledger-chain.ts";
import type { LedgerEntry, Requests } from "./ledger-types.ts";
import { findOnBranch } from "./newest-on-branch.ts";
import { readBody } from "./read-body.ts";
import { SHOWN, toRequestView } from "./request-views.ts";

/** Rows that are looked at together when the newest one on a path is searched; it is nearly always the first. */
const SEARCH_STEP = 50;

export function openRequests(database: Database, rows: BlobRows): Requests {
  const { read, statement, now } = database;
  return {
    begin: (request) => beginRequest(database, rows, request),

    complete: (end) => statement((writer) => completeRequest(writer, end, now())),

    body: (conversationId, n) => readBody(database, rows, { conversationId, n }),

    list: (conversationId) =>
      read(async ({ request }) => {
        const records = await request.findMany({ where: { conversationId }, orderBy: { n: "asc" }, select: SHOWN });
        return records.map(toRequestView);
      }),

    newest: (conversationId) =>
      read(async ({ request }) => {
        const record = await request.findFirst({ where: { conversationId }, orderBy: { n: "desc" }, select: SHOWN });
        return record ? toRequestView(record) : undefined;
      }),

    newestOnBranch: (conversationId) =>
      read(async (reader) => {
        const id = await findOnBranch(reader, conversationId);
        if (id === undefined) return undefined;
        const record = await reader.request.findUnique({ where: { id }, select: SHOWN });
        return record ? toRequestView(record) : undefined;
      }),

    newestOnPath: (conversationId, ancestorIds) =>
      read(async (reader) => {
        const id = await findOnPath(reader, conversationId, ancestorIds);
        return id === undefined ? undefined : readEntry(reader, id);
      }),

    newestCountedOnPath: (conversationId, ancestorIds) =>
      read(async (reader) => {
        const id = await findOnPath(reader, conversationId, ancestorIds, { inputTokens: { not: null } });
        if (id === undefined) return undefined;
        const { headId, ...record } = await reader.request.findUniqueOrThrow({
          where: { id },
          select: { ...SHOWN, headId: true },
        });
        return { request: toRequestView(record), ...(headId !== null && { headId }) };
      }),

    stateChain: (_conversationId, requestId) =>
      read(async (reader) => (await readChain(reader, requestId)).map((link) => link.state)),

    spend: (conversationId) =>
      read(async ({ request }) => {
        const { _count, _sum } = await request.aggregate({
          where: { conversationId },
          _count: true,
          _sum: { inputTokens: true, cachedTokens: true, outputTokens: true, cost: true },
        });
        return {
          requests: _count,
          inputTokens: _sum.inputTokens ?? 0,
          cachedTokens: _sum.cachedTokens ?? 0,
          outputTokens: _sum.outputTokens ?? 0,
          ...(_sum.cost !== null && { cost: _sum.cost }),
        };
      }),
  };
}

async function findOnPath(
  { request }: Reader,
  conversationId: string,
  ancestorIds: ReadonlySet<string>,
  wanted: { inputTokens?: { not: null } } = {},
) {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const batch = await request.findMany({
      where: { conversationId, ...wanted, ...(before < Number.MAX_SAFE_INTEGER && { n: { lt: before } }) },
      orderBy: { n: "desc" },
      take: SEARCH_STEP,
      select: { id: true, n: true, headId: true },
    });
    const found = batch.find(({ headId }) => headId !== null && ancestorIds.has(headId));
    const last = batch.at(-1);
    if (found || !last) return found?.id;
    before = last.n;
  }
}

async function readEntry(reader: Reader, id: string): Promise<LedgerEntry> {
  const { headId, ...record } = await reader.request.findUniqueOrThrow({
    where: { id },
    select: { ...SHOWN, headId: true },
  });
  const chain = await readChain(reader, id);
  return {
    request: toRequestView(record),
    ...(headId !== null && { headId }),
    states: chain.map((link) => link.state),
    position: { requestId: id, blocks: blocksOf(chain), depth: chain.length - 1 },
  };
}
