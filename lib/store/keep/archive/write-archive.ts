import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack } from "tar-stream";
import { BLOBS, DATABASE } from "../data-files.ts";
import { DATA, MANIFEST, type Manifest, type ManifestFile } from "./manifest.ts";
import { type Found, reasonOf, walkDataFolder } from "./walk-folder.ts";

type Facts = Omit<Manifest, "files" | "folders" | "links" | "leftOut">;

const CHUNK = 256 * 1024;

/**
 * Writes a data folder as one archive (tar, gzip) to a file that must not exist. A file that is written to meanwhile is taken
 * with the size that it had when it was opened.
 * @param database path of a snapshot; the live file is never read
 * @throws what the disk says; then what was written so far is not whole and has no manifest
 */
export async function writeArchive(
  target: string,
  { dataFolder, database, facts }: { dataFolder: string; database: string; facts: Facts },
): Promise<Manifest> {
  const archive = pack();
  // Only the person: it holds everything that was said.
  const written = pipeline(archive, createGzip(), createWriteStream(target, { flags: "wx", mode: 0o600 }));
  // Whoever fails first ends the other.
  written.catch((error) => archive.destroy(error));
  try {
    const manifest = await fill(archive, dataFolder, database, facts);
    archive.finalize();
    await written;
    return manifest;
  } catch (error) {
    archive.destroy();
    // The reason is the disk's when there is one.
    await written.catch((reason) => {
      throw "code" in Object(reason) && reason.code !== "ERR_STREAM_PREMATURE_CLOSE" ? reason : error;
    });
    throw error;
  }
}

async function fill(archive: Pack, dataFolder: string, database: string, facts: Facts): Promise<Manifest> {
  const manifest: Manifest = { ...facts, files: [], folders: [], links: [], leftOut: [] };
  manifest.files.push(await addFile(archive, database, DATABASE));
  for await (const found of walkDataFolder(dataFolder)) {
    const leftOut = await addFound(archive, dataFolder, found, manifest);
    if (leftOut === undefined) continue;
    // A backup without a content would not bring the log back.
    if (found.path.startsWith(`${BLOBS}/`)) throw new Error(`${found.path} cannot be copied: ${leftOut}`);
    manifest.leftOut.push({ path: found.path, why: leftOut });
  }
  await addBytes(archive, MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return manifest;
}

/** Answers why it could not be added. */
async function addFound(
  archive: Pack,
  dataFolder: string,
  found: Found,
  manifest: Manifest,
): Promise<string | undefined> {
  if (found.kind === "left-out") return found.why;
  if (found.kind === "folder") manifest.folders.push(found.path);
  else if (found.kind === "link" && found.path.startsWith(`${BLOBS}/`)) return "it is a link";
  else if (found.kind === "link") manifest.links.push({ path: found.path, target: found.target });
  else {
    const handle = await openFile(path.join(dataFolder, found.path));
    if (typeof handle === "string") return handle;
    manifest.files.push(await addOpened(archive, handle, found.path));
  }
  return undefined;
}

/** The reason where it cannot be opened: most often it was removed meanwhile. */
async function openFile(file: string): Promise<FileHandle | string> {
  return open(file, "r").catch(reasonOf);
}

async function addFile(archive: Pack, file: string, name: string): Promise<ManifestFile> {
  return addOpened(archive, await open(file, "r"), name);
}

async function addOpened(archive: Pack, handle: FileHandle, name: string): Promise<ManifestFile> {
  try {
    const { size, mode, mtime, mtimeMs } = await handle.stat();
    const finished = Promise.withResolvers<void>();
    const header = { name: DATA + name, type: "file" as const, size, mode: mode & 0o777, mtime };
    const entry = archive.entry(header, (error) => (error ? finished.reject(error) : finished.resolve()));
    // When the disk fails, a write fails first and tells it.
    finished.promise.catch(() => undefined);
    entry.on("error", () => undefined);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of readUpTo(handle, size)) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await write(entry, chunk);
    }
    // It became shorter: the format needs the size that was announced; the manifest has the true one.
    for (let missing = size - bytes; missing > 0; missing -= CHUNK) {
      await write(entry, Buffer.alloc(Math.min(missing, CHUNK)));
    }
    entry.end(null);
    await finished.promise;
    const after = await handle.stat();
    const isChanged = bytes !== size || after.size !== size || after.mtimeMs !== mtimeMs;
    return { path: name, bytes, sha256: hash.digest("hex"), ...(isChanged && { changed: true as const }) };
  } finally {
    await handle.close();
  }
}

async function* readUpTo(handle: FileHandle, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < size; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function addBytes(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o644 }, bytes, (error) => (error ? reject(error) : resolve()));
  });
}

type Entry = ReturnType<Pack["entry"]>;

/** Waits until the chunk has gone on, so that memory stays small and a full disk is heard of. */
function write(entry: Entry, chunk: Buffer): Promise<void> | void {
  // One that was destroyed tells nothing any more.
  if (entry.destroying) throw new Error("The archive could not be written.");
  if (entry.write(chunk)) return;
  return new Promise((resolve, reject) => {
    const onDrain = () => {
      entry.off("close", onClose);
      resolve();
    };
    const onClose = () => {
      entry.off("drain", onDrain);
      reject(new Error("The archive could not be written."));
    };
    entry.once("drain", onDrain);
    entry.once("close", onClose);
  });
}
