import { stat } from "node:fs/promises";
import { type ByteSource, openDiskSource } from "../byte-source.ts";
import { type DiskFolder, readEntry, readNames, toFileEntry } from "../disk-entries.ts";
import { connectMounts } from "../mount-port.ts";
import type { FileEntry, VirtualMount } from "../types.ts";
import { compareNames } from "../virtual-path.ts";
import type { LookupBase } from "./lookup-task.ts";

/** Folders that nobody means when looking for something: generated, or the bookkeeping of a tool. */
const IGNORED = new Set([".git", "node_modules"]);

const MAX_DEPTH = 100;

export interface FoundFile {
  entry: FileEntry;
  /** Path below the base; the name alone where the base is this file. */
  below: string;
  /** Undefined for what cannot be opened. */
  open(): Promise<ByteSource | undefined>;
}

/** All files below the base, sorted by path within each folder. */
export function walkBase(base: LookupBase): AsyncGenerator<FoundFile> {
  return base.kind === "disk" ? walkDisk(base) : walkMount(base);
}

async function* walkDisk(base: Extract<LookupBase, { kind: "disk" }>): AsyncGenerator<FoundFile> {
  const status = await stat(base.realPath);
  if (status.isDirectory()) {
    yield* walkFolder(base, base.path.length + 1, 0);
    return;
  }
  const name = base.path.slice(base.path.lastIndexOf("/") + 1);
  const entry: FileEntry = { path: base.path, kind: "file", bytes: status.size, modifiedAt: status.mtimeMs };
  if (status.isFile()) yield { entry, below: name, open: () => openOnDisk(base.realPath, base.path) };
}

async function* walkFolder(folder: DiskFolder, skip: number, depth: number): AsyncGenerator<FoundFile> {
  const names = await readNames(folder).catch(() => []);
  for (const { name, linked } of names) {
    const found = IGNORED.has(name) ? undefined : await readEntry(folder, name, linked);
    if (found === undefined) continue;
    const { path, realPath } = found;
    if (found.kind === "file") {
      yield { entry: toFileEntry(found), below: path.slice(skip), open: () => openOnDisk(realPath, path) };
    } else if (found.kind === "folder" && !linked && depth < MAX_DEPTH) {
      yield* walkFolder({ realRoot: folder.realRoot, realPath, path }, skip, depth + 1);
    }
  }
}

async function openOnDisk(realPath: string, path: string): Promise<ByteSource | undefined> {
  const opened = await openDiskSource(realPath, path);
  return opened.ok ? opened.value : undefined;
}

async function* walkMount({ port, prefix, name }: Extract<LookupBase, { kind: "mount" }>): AsyncGenerator<FoundFile> {
  const [mount] = connectMounts(port, [prefix]);
  if (mount === undefined) return;
  const files = await mount.list();
  for (const file of files.sort((one, other) => compareNames(one.name, other.name))) {
    const isBase = file.name === name;
    if (!isBase && name !== "" && !file.name.startsWith(`${name}/`)) continue;
    const below = isBase
      ? file.name.slice(file.name.lastIndexOf("/") + 1)
      : file.name.slice(name === "" ? 0 : name.length + 1);
    const entry: FileEntry = { path: `${prefix}/${file.name}`, kind: "file", bytes: file.bytes, modifiedAt: 0 };
    yield { entry, below, open: () => openInMount(mount, file.name) };
  }
}

async function openInMount(mount: VirtualMount, name: string): Promise<ByteSource | undefined> {
  const file = await mount.open(name);
  if (file === undefined) return undefined;
  return { bytes: file.bytes, modifiedAt: 0, read: (start, end) => file.read(start, end), close: async () => {} };
}
