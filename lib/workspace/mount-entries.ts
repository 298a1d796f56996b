import type { FileEntry, VirtualMount } from "./types.ts";
import { compareNames } from "./virtual-path.ts";

/** What lies directly in a folder of a mount, sorted; undefined where there is no such folder. Names may have slashes. */
export async function listMountFolder(mount: VirtualMount, folder: string): Promise<FileEntry[] | undefined> {
  const start = folder === "" ? "" : `${folder}/`;
  const entries = new Map<string, FileEntry>();
  for (const file of await mount.list()) {
    if (!file.name.startsWith(start)) continue;
    const rest = file.name.slice(start.length);
    const name = rest.split("/", 1)[0] ?? rest;
    const path = `${mount.prefix}/${start}${name}`;
    if (name === rest) entries.set(name, { path, kind: "file", bytes: file.bytes, modifiedAt: 0 });
    else entries.set(name, { path, kind: "folder", bytes: 0, modifiedAt: 0 });
  }
  if (folder !== "" && entries.size === 0) return undefined;
  return [...entries.values()].sort((one, other) => compareNames(one.path, other.path));
}
