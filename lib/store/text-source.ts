import { textOf } from "./log-row.ts";
import type { LogRow, TextSource } from "./rows.ts";
import type { Blobs } from "./store.ts";

/** Complete text of a row: from its blob where it has one, else from the row. */
export function textSource(row: LogRow, blobs: Pick<Blobs, "read">): TextSource {
  const { blob } = row;
  if (blob !== undefined) {
    return { bytes: row.bytes, read: async (start, end) => (await blobs.read(blob, start, end)) ?? new Uint8Array() };
  }
  let text: Buffer | undefined;
  return {
    bytes: row.bytes,
    async read(start, end) {
      text ??= Buffer.from(textOf(row.content));
      return text.subarray(start, end);
    },
  };
}
