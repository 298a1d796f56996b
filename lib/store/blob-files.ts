import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { syncFolder } from "./keep/sync.ts";
import { translateError } from "./translate-error.ts";

/** Content-addressed files, `ab/cdef…` under one folder. Every failure comes out as a `StoreError`. */
export interface BlobFiles {
  write(sha256: string, bytes: Uint8Array): Promise<void>;
  /** Copies a file and answers its hash and size. */
  copy(file: string): Promise<{ sha256: string; bytes: number }>;
  read(sha256: string, start: number, end: number): Promise<Uint8Array>;
  stream(sha256: string, start: number, end: number): Readable;
}

export function openBlobFiles(folder: string): BlobFiles {
  const place = (sha256: string) => path.join(folder, sha256.slice(0, 2), sha256.slice(2));

  /** Under another name first, so that a file with its hash for a name is always whole. */
  async function keep(fill: (add: (chunk: Uint8Array) => Promise<void>) => Promise<string>): Promise<void> {
    const temporary = path.join(/*turbopackIgnore: true*/ folder, `.${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      const handle = await open(/*turbopackIgnore: true*/ temporary, "wx");
      let sha256: string;
      try {
        sha256 = await fill((chunk) => handle.writeFile(chunk));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await mkdir(path.dirname(place(sha256)), { recursive: true });
      await rename(temporary, place(sha256));
      await syncFolder(path.dirname(place(sha256)));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw translateError(error);
    }
  }

  return {
    async write(sha256, bytes) {
      const present = await stat(place(sha256)).catch(() => undefined);
      if (present?.size === bytes.byteLength) return;
      await keep(async (add) => {
        await add(bytes);
        return sha256;
      });
    },

    async copy(file) {
      const hash = createHash("sha256");
      let bytes = 0;
      let sha256 = "";
      await keep(async (add) => {
        for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
          hash.update(chunk);
          bytes += chunk.byteLength;
          await add(chunk);
        }
        sha256 = hash.digest("hex");
        return sha256;
      });
      return { sha256, bytes };
    },

    async read(sha256, start, end) {
      try {
        const handle = await open(place(sha256), "r");
        try {
          const target = Buffer.alloc(Math.max(0, end - start));
          const { bytesRead } = await handle.read(target, 0, target.byteLength, start);
          return target.subarray(0, bytesRead);
        } finally {
          await handle.close();
        }
      } catch (error) {
        throw translateError(error);
      }
    },

    stream: (sha256, start, end) => createReadStream(place(sha256), { start, end: end - 1 }),
  };
}
