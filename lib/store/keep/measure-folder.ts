import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

export interface Size {
  bytes: number;
  /** False when the time was over before all was seen. */
  isWhole: boolean;
}

/**
 * Bytes of the files in a folder; links are not followed, and a folder that is not there is empty.
 * @param isOver asked between files
 */
export async function measureFolder(folder: string, isOver: () => boolean): Promise<Size> {
  let bytes = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = await readdir(/*turbopackIgnore: true*/ next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (isOver()) return { bytes, isWhole: false };
      const place = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(place);
      else if (entry.isFile()) bytes += await sizeOf(place);
    }
  }
  return { bytes, isWhole: true };
}

/** What is gone meanwhile has no size. */
export async function sizeOf(file: string): Promise<number> {
  return lstat(/*turbopackIgnore: true*/ file).then(
    ({ size }) => size,
    () => 0,
  );
}
