import { hash } from "node:crypto";
import type { BlobFiles } from "./blob-files.ts";
import type { Database, Reader, Transaction } from "./database.ts";
import { RecentSet } from "./recent-set.ts";
import { StoreError } from "./store-error.ts";

/** Larger ones are files: a database row of that size slows down every page around it. Bytes. */
export const INLINE_BLOB_BYTES = 64 * 1024;
/** A query takes a bounded number of parameters. */
const PER_QUERY = 500;
const REMEMBERED = 50_000;

export interface BlobContent {
  sha256: string;
  bytes: Uint8Array;
  mediaType: string;
}

/** Blob rows for callers inside this room that store them together with rows of their own. */
export interface BlobRows {
  /** Writes the files of large ones: before the transaction, so that a row never points to a missing file. */
  prepare(contents: BlobContent[]): Promise<void>;
  /** Inserts the rows that are not there yet. */
  insert(transaction: Transaction, contents: BlobContent[], now: number): Promise<void>;
  /** To be told after the commit: these need no lookup from now on. */
  remember(contents: BlobContent[]): void;
  isKnown(sha256: string): boolean;
  /** Texts by hash. */
  texts(hashes: Iterable<string>): Promise<Map<string, string>>;
}

export function blobContent(text: string | Uint8Array, mediaType: string): BlobContent {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return { sha256: hash("sha256", bytes, "hex"), bytes, mediaType };
}

export function openBlobRows({ read }: Database, files: BlobFiles): BlobRows {
  const known = new RecentSet(REMEMBERED);
  const isLarge = ({ bytes }: BlobContent) => bytes.byteLength > INLINE_BLOB_BYTES;

  return {
    async prepare(contents) {
      for (const content of contents) {
        if (isLarge(content) && !known.has(content.sha256)) await files.write(content.sha256, content.bytes);
      }
    },

    async insert(transaction, contents, now) {
      const unknown = new Map(contents.filter(({ sha256 }) => !known.has(sha256)).map((each) => [each.sha256, each]));
      for (const batch of batches([...unknown.keys()])) {
        const present = await transaction.blob.findMany({ where: { sha256: { in: batch } }, select: { sha256: true } });
        for (const { sha256 } of present) unknown.delete(sha256);
      }
      if (unknown.size === 0) return;
      await transaction.blob.createMany({
        data: [...unknown.values()].map((content) => ({
          sha256: content.sha256,
          bytes: content.bytes.byteLength,
          mediaType: content.mediaType,
          data: isLarge(content) ? null : Uint8Array.from(content.bytes),
          createdAt: BigInt(now),
        })),
      });
    },

    remember(contents) {
      for (const { sha256 } of contents) known.add(sha256);
    },

    isKnown: (sha256) => known.has(sha256),

    async texts(hashes) {
      const texts = new Map<string, string>();
      for (const batch of batches([...new Set(hashes)])) {
        for (const { sha256, bytes, data } of await read((reader) => findBlobs(reader, batch))) {
          const content = data ?? (await files.read(sha256, 0, bytes));
          texts.set(sha256, Buffer.from(content).toString());
        }
        for (const sha256 of batch) {
          if (!texts.has(sha256)) throw new StoreError("database", `The stored content ${sha256} is missing.`);
        }
      }
      return texts;
    },
  };
}

function findBlobs({ blob }: Reader, hashes: string[]) {
  return blob.findMany({ where: { sha256: { in: hashes } } });
}

function* batches(values: string[]): Iterable<string[]> {
  for (let from = 0; from < values.length; from += PER_QUERY) yield values.slice(from, from + PER_QUERY);
}
