import { open } from "node:fs/promises";
import { showNul } from "./text-encoding.ts";

/** Output of one command: raw bytes go to the file as they arrive, and the text of each stream is kept. */
export interface OutputRecord {
  /** Bytes recorded so far, of both streams. */
  readonly bytes: number;
  /** Records a stream to its end, or to the limit, and resolves to its text. */
  record(stream: ReadableStream<Uint8Array>): Promise<string>;
  close(): Promise<void>;
}

/**
 * Each stream has its own decoder: a letter whose bytes arrive in two pieces is decoded when it is whole. `onLimit` is
 * called once, when the next bytes would go beyond `maxBytes`; what still fits is kept.
 */
export async function openOutputRecord(file: string, maxBytes: number, onLimit: () => void): Promise<OutputRecord> {
  const handle = await open(file, "w");
  let bytes = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const keep = (chunk: Uint8Array): Uint8Array => {
    const kept = chunk.subarray(0, Math.max(0, maxBytes - bytes));
    bytes += kept.length;
    if (kept.length > 0) writing = writing.then(() => handle.writeFile(kept));
    if (kept.length < chunk.length) onLimit();
    return kept;
  };
  return {
    get bytes() {
      return bytes;
    },
    async record(stream) {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      const pieces: string[] = [];
      for await (const chunk of stream) {
        const kept = keep(chunk);
        pieces.push(decoder.decode(kept, { stream: true }));
        // Waiting here holds the command back when it writes faster than the disk.
        await writing;
        if (kept.length < chunk.length) break;
      }
      // At the limit the bytes that are left over are the first half of a letter, not a broken one.
      if (bytes < maxBytes) pieces.push(decoder.decode());
      return showNul(pieces.join(""));
    },
    async close() {
      await writing.finally(() => handle.close());
    },
  };
}
