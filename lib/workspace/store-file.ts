import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";

/** Replaces the file in one step: a reader, or a crash, finds the old content or the new one, never a half. */
export async function storeFile(realPath: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(realPath), { recursive: true });
  await writeFileAtomic(realPath, Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

const held = new Map<string, Promise<unknown>>();

/** Runs one writer per file at a time, over all sessions of the process, so that parallel edits do not undo each other. */
export async function holdFile<Value>(realPath: string, work: () => Promise<Value>): Promise<Value> {
  const before = held.get(realPath) ?? Promise.resolve();
  const mine = before.then(work, work);
  held.set(realPath, mine);
  try {
    return await mine;
  } finally {
    if (held.get(realPath) === mine) held.delete(realPath);
  }
}
