import { readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { BlobFiles } from "./blob-files.ts";
import { type BlobRows, blobContent, INLINE_BLOB_BYTES } from "./blob-rows.ts";
import type { Database } from "./database.ts";
import type { Blobs } from "./store.ts";
import { translateError } from "./translate-error.ts";

export function openBlobs({ read, write, now }: Database, files: BlobFiles, rows: BlobRows): Blobs {
  const find = (sha256: string) => read(({ blob }) => blob.findUnique({ where: { sha256 } }));

  async function putContent(source: string | Uint8Array, mediaType: string) {
    const content = blobContent(source, mediaType);
    await rows.prepare([content]);
    await write((transaction) => rows.insert(transaction, [content], now()));
    rows.remember([content]);
    return { sha256: content.sha256, bytes: content.bytes.byteLength };
  }

  /** A large file is never held in memory. */
  async function putFile(file: string, mediaType: string) {
    if ((await sizeOf(file)) <= INLINE_BLOB_BYTES) return putContent(await readFile(file), mediaType);
    const { sha256, bytes } = await files.copy(file);
    await write(async ({ blob }) => {
      const create = { sha256, bytes, mediaType, createdAt: BigInt(now()) };
      await blob.upsert({ where: { sha256 }, create, update: {} });
    });
    return { sha256, bytes };
  }

  return {
    put: (source, mediaType = "text/plain; charset=utf-8") =>
      typeof source === "string" || source instanceof Uint8Array
        ? putContent(source, mediaType)
        : putFile(source.file, mediaType),

    async read(sha256, start = 0, end = Number.POSITIVE_INFINITY) {
      const record = await find(sha256);
      if (!record) return undefined;
      const to = Math.min(end, record.bytes);
      return record.data ? record.data.subarray(start, to) : files.read(sha256, start, to);
    },

    async stream(sha256, start = 0, end = Number.POSITIVE_INFINITY) {
      const record = await find(sha256);
      if (!record) return undefined;
      const to = Math.min(end, record.bytes);
      if (record.data || start >= to) return Readable.from([record.data?.subarray(start, to) ?? new Uint8Array()]);
      return files.stream(sha256, start, to);
    },

    async stat(sha256) {
      const record = await read(({ blob }) =>
        blob.findUnique({ where: { sha256 }, select: { bytes: true, mediaType: true } }),
      );
      return record ?? undefined;
    },
  };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw translateError(error);
  }
}
