import { hash } from "node:crypto";
import { type BlobContent, type BlobRows, blobContent } from "./blob-rows.ts";
import { cutAddition, cutBody, joinBody, type KnownBeginning } from "./cut-body.ts";
import type { Database, Transaction } from "./database.ts";
import { FULL_EVERY } from "./ledger-chain.ts";
import type { LedgerPosition, NewRequest } from "./ledger-types.ts";

const JSON_TYPE = "application/json";

/** What of a body has to be written, worked out before the transaction. */
interface BodyParts {
  blocks: string[];
  prefix: number;
  frame: string;
  whole: string | null;
  contents: BlobContent[];
  beginning: KnownBeginning | undefined;
}

/** Stores a request before it is sent. Only blocks that its parent does not have at the same place cost work at the database. */
export async function beginRequest(
  { write, now }: Database,
  rows: BlobRows,
  request: NewRequest,
): Promise<{ n: number; position: LedgerPosition }> {
  const { body, listKey: _, parent, state, headId, ...columns } = request;
  const base = parent && parent.depth + 1 < FULL_EVERY ? parent : undefined;
  const { blocks, prefix, frame, whole, contents, beginning } = takeApart(request, base, rows);
  await rows.prepare(contents);
  const n = await write(async (transaction) => {
    await rows.insert(transaction, contents, now());
    const next = parent?.newest ? parent.newest + 1 : await nextNumber(transaction, request.conversationId);
    // Nothing of the row is asked for again, which `create` would do.
    await transaction.request.createMany({
      data: {
        ...columns,
        n: next,
        headId: headId ?? null,
        parentRequest: base?.requestId ?? null,
        prefix,
        rest: JSON.stringify(blocks.slice(prefix)),
        frame,
        whole,
        bodyHash: hash("sha256", body, "hex"),
        bodyBytes: Buffer.byteLength(body),
        state: state(base ? "change" : "whole"),
        sentAt: BigInt(now()),
      },
    });
    return next;
  });
  rows.remember(contents);
  return { n, position: { requestId: request.id, newest: n, blocks, beginning, depth: base ? base.depth + 1 : 0 } };
}

function takeApart({ body, listKey, parent }: NewRequest, base: LedgerPosition | undefined, rows: BlobRows): BodyParts {
  const cut = cutAll(body, listKey, parent);
  if (!cut) return keepWhole(body);
  const { before, after, blocks: added, known } = cut;
  const frame = blobContent(JSON.stringify([before, after]), JSON_TYPE);
  const blocks = [...known, ...added.map((block) => hash("sha256", block, "hex"))];
  const prefix = commonPrefix(blocks, base?.blocks ?? []);
  const texts = added.filter((_, place) => !rows.isKnown(blocks[known.length + place] ?? ""));
  const contents = [frame, ...texts.map((block) => blobContent(block, JSON_TYPE))];
  const beginning = { text: body.slice(0, body.length - after.length), before };
  return { blocks, prefix, frame: frame.sha256, whole: null, contents, beginning };
}

/** The blocks that the request before had as well are known by their hashes; only what was added is cut and hashed. */
function cutAll(body: string, listKey: string, parent: LedgerPosition | undefined) {
  const addition = parent?.beginning && cutAddition(body, parent.beginning);
  if (addition) return { ...addition, known: parent.blocks };
  const cut = cutBody(body, listKey);
  return cut && joinBody(cut) === body ? { ...cut, known: [] } : undefined;
}

function keepWhole(body: string): BodyParts {
  const content = blobContent(body, JSON_TYPE);
  return {
    ...{ blocks: [], prefix: 0, frame: content.sha256, whole: content.sha256 },
    ...{ contents: [content], beginning: undefined },
  };
}

function commonPrefix(left: readonly string[], right: readonly string[]): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

async function nextNumber({ request }: Transaction, conversationId: string): Promise<number> {
  const { _max } = await request.aggregate({ where: { conversationId }, _max: { n: true } });
  return (_max.n ?? 0) + 1;
}
