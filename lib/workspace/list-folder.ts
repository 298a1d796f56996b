import { realpath } from "node:fs/promises";
import { type DiskFolder, readEntry, readNames, toFileEntry } from "./disk-entries.ts";
import { listMountFolder } from "./mount-entries.ts";
import { describeFault, succeed } from "./outcome.ts";
import type { Place } from "./path-gate.ts";
import { type InsidePath, resolveInside } from "./resolve-inside.ts";
import type { FileEntry, Listing, Outcome, VirtualMount } from "./types.ts";
import { compareNames, WORKSPACE } from "./virtual-path.ts";

export interface ListBounds {
  depth: number;
  limit: number;
}

/** One folder of the workspace, for the file tree of the browser. `relativePath` is empty for the workspace itself. */
export async function listFolder(root: string, relativePath: string, limit = 5000): Promise<Outcome<Listing>> {
  const inside = await resolveInside(root, relativePath);
  return inside.ok ? listDisk(root, inside.value, { depth: 1, limit }) : inside;
}

export async function listPlace(
  root: string,
  mounts: readonly VirtualMount[],
  place: Place,
  bounds: ListBounds,
): Promise<Outcome<Listing>> {
  if (place.kind === "disk") return listDisk(root, place, bounds);
  if (place.kind === "top") {
    const paths = [WORKSPACE, ...mounts.map(({ prefix }) => prefix)].sort(compareNames);
    return succeed(
      cutListing(
        paths.map((path) => ({ path, kind: "folder", bytes: 0, modifiedAt: 0 })),
        bounds.limit,
      ),
    );
  }
  const entries = await listMountFolder(place.mount, place.name);
  if (entries !== undefined) return succeed(cutListing(entries, bounds.limit));
  return describeFault({ code: (await place.mount.open(place.name)) ? "ENOTDIR" : "ENOENT" }, place.path);
}

/** Breadth first, so that a limit shows all of the upper levels before the first folder is shown in depth. */
async function listDisk(root: string, { path, realPath }: InsidePath, bounds: ListBounds): Promise<Outcome<Listing>> {
  try {
    const realRoot = await realpath(root);
    const found: FileEntry[] = [];
    let level: DiskFolder[] = [{ realRoot, realPath, path }];
    for (let depth = 1; depth <= Math.max(1, bounds.depth) && level.length > 0; depth += 1) {
      const next: DiskFolder[] = [];
      for (const folder of level) {
        for (const { name, linked } of await readNames(folder)) {
          if (found.length >= bounds.limit) return succeed(sortListing(found, true));
          const entry = await readEntry(folder, name, linked);
          if (entry === undefined) continue;
          found.push(toFileEntry(entry));
          if (entry.kind === "folder" && !linked) next.push({ realRoot, realPath: entry.realPath, path: entry.path });
        }
      }
      level = next;
    }
    return succeed(sortListing(found, false));
  } catch (error) {
    return describeFault(error, path);
  }
}

function sortListing(entries: FileEntry[], more: boolean): Listing {
  return { entries: entries.sort((one, other) => compareNames(one.path, other.path)), more };
}

function cutListing(entries: FileEntry[], limit: number): Listing {
  return { entries: entries.slice(0, limit), more: entries.length > limit };
}
