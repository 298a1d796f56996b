import type { Dirent } from "node:fs";
import { readdir, readlink, stat } from "node:fs/promises";
import path from "node:path";
import { BLOBS, isCopied, UNFINISHED } from "../data-files.ts";

export type Found =
  | { kind: "file" | "folder"; path: string }
  | { kind: "link"; path: string; target: string }
  | { kind: "left-out"; path: string; why: string };

/**
 * Everything of a data folder that is copied, blobs first; paths are relative, with `/`. Links are not followed, except that of
 * the blobs: without them the log is not complete.
 */
export async function* walkDataFolder(dataFolder: string): AsyncIterable<Found> {
  const entries = (await readdir(dataFolder, { withFileTypes: true })).filter(({ name }) => isCopied(name));
  entries.sort((a, b) => Number(b.name === BLOBS) - Number(a.name === BLOBS) || a.name.localeCompare(b.name));
  for (const entry of entries) {
    const isFolder = entry.name === BLOBS && (await stat(path.join(dataFolder, BLOBS))).isDirectory();
    if (isFolder) yield* walkFolder(dataFolder, BLOBS);
    else yield* walkEntry(dataFolder, entry.name, entry);
  }
}

async function* walkFolder(root: string, relative: string): AsyncIterable<Found> {
  let entries: Dirent[];
  try {
    entries = await readdir(path.join(root, relative), { withFileTypes: true });
  } catch (error) {
    yield { kind: "left-out", path: relative, why: reasonOf(error) };
    return;
  }
  yield { kind: "folder", path: relative };
  for (const entry of entries) {
    if (relative === BLOBS && entry.name.startsWith(".")) continue;
    if (!entry.name.startsWith(UNFINISHED)) yield* walkEntry(root, `${relative}/${entry.name}`, entry);
  }
}

async function* walkEntry(root: string, relative: string, entry: Dirent): AsyncIterable<Found> {
  if (entry.isDirectory()) yield* walkFolder(root, relative);
  else if (entry.isFile()) yield { kind: "file", path: relative };
  else if (entry.isSymbolicLink()) yield await readLink(root, relative);
  else yield { kind: "left-out", path: relative, why: "it is neither a file nor a folder" };
}

async function readLink(root: string, relative: string): Promise<Found> {
  try {
    return { kind: "link", path: relative, target: await readlink(path.join(root, relative)) };
  } catch (error) {
    return { kind: "left-out", path: relative, why: reasonOf(error) };
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
