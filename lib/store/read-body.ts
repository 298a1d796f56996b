import { hash } from "node:crypto";
import type { BlobRows } from "./blob-rows.ts";
import { joinBody } from "./cut-body.ts";
import type { Database } from "./database.ts";
import { blocksOf, readChain } from "./ledger-chain.ts";
import { StoreError } from "./store-error.ts";

/** Puts a request's body together again, and proves by its hash that these are the bytes that were sent. */
export async function readBody(
  { read }: Database,
  rows: BlobRows,
  place: { conversationId: string; n: number },
): Promise<string | undefined> {
  const request = await read((reader) =>
    reader.request.findUnique({
      where: { conversationId_n: place },
      select: { id: true, frame: true, whole: true, bodyHash: true },
    }),
  );
  if (!request) return undefined;
  const body = request.whole === null ? await assemble(request) : await textOf(request.whole);
  if (hash("sha256", body, "hex") !== request.bodyHash) {
    throw new StoreError("database", `The stored body of request ${place.n} is not the one that was sent.`);
  }
  return body;

  async function assemble({ id, frame }: { id: string; frame: string }): Promise<string> {
    const blocks = blocksOf(await read((reader) => readChain(reader, id)));
    const texts = await rows.texts([frame, ...blocks]);
    const [before, after] = JSON.parse(texts.get(frame) ?? "[]") as [string, string];
    return joinBody({ before, blocks: blocks.map((sha256) => texts.get(sha256) ?? ""), after });
  }

  async function textOf(sha256: string): Promise<string> {
    return (await rows.texts([sha256])).get(sha256) ?? "";
  }
}
