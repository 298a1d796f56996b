import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "./resolve-inside.ts";
import type { FileEntry } from "./types.ts";
import { compareNames } from "./virtual-path.ts";

/** A folder on the disk: where it is, what it is called, and the root that nothing may lead out of. */
export interface DiskFolder {
  realRoot: string;
  realPath: string;
  path: string;
}

/** `linked` entries are never walked into: a link can lead round in a circle. `realPath` has links resolved. */
export interface DiskEntry extends FileEntry {
  name: string;
  realPath: string;
  linked: boolean;
}

/** Names in a folder, sorted. Rejects as `readdir` does. */
export async function readNames(folder: DiskFolder): Promise<{ name: string; linked: boolean }[]> {
  const entries = await readdir(folder.realPath, { withFileTypes: true });
  return entries
    .map((entry) => ({ name: entry.name, linked: entry.isSymbolicLink() }))
    .sort((one, other) => compareNames(one.name, other.name));
}

/**
 * Looks at one name of a folder. A link that leads nowhere or out of the root is an entry of kind `other` without a
 * size; undefined for what vanished meanwhile.
 */
export async function readEntry(folder: DiskFolder, name: string, linked: boolean): Promise<DiskEntry | undefined> {
  const path = `${folder.path}/${name}`;
  const wanted = join(folder.realPath, name);
  const closed: DiskEntry = { path, name, kind: "other", bytes: 0, modifiedAt: 0, realPath: wanted, linked };
  try {
    const realPath = linked ? await realpath(wanted) : wanted;
    if (linked && !isInside(folder.realRoot, realPath)) return closed;
    const status = await stat(realPath);
    const kind = status.isDirectory() ? "folder" : status.isFile() ? "file" : "other";
    const bytes = kind === "file" ? status.size : 0;
    return { ...closed, kind, bytes, modifiedAt: status.mtimeMs, realPath };
  } catch {
    return linked ? closed : undefined;
  }
}

export function toFileEntry({ path, kind, bytes, modifiedAt }: FileEntry): FileEntry {
  return { path, kind, bytes, modifiedAt };
}
