import { readFile } from "node:fs/promises";
import path from "node:path";
import type { SqlConnection } from "../../sql-connection.ts";

/** Undefined where its row or its file is not there or cannot be read. */
export type BlobReader = (sha256: string) => Promise<Uint8Array | undefined>;

export const blobPath = (folder: string, sha256: string) => path.join(folder, sha256.slice(0, 2), sha256.slice(2));

export function createBlobReader(database: SqlConnection, folder: string): BlobReader {
  return async (sha256) => {
    const [row] = await database.all("SELECT data FROM Blob WHERE sha256 = ?", [sha256]);
    if (!row) return undefined;
    if (row.data !== null) return new Uint8Array(row.data as ArrayBuffer);
    return readFile(blobPath(folder, sha256)).catch(() => undefined);
  };
}
