import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, symlink, truncate, utimes } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Extract, extract } from "tar-stream";
import { StoreError } from "../../store-error.ts";
import { diskFailure } from "../../translate-error.ts";
import { BLOBS, DATABASE, isData } from "../data-files.ts";
import { DATA, MANIFEST, type Manifest, type ManifestFile, manifestShape } from "./manifest.ts";

/** A text longer than this cannot be held; it would stand for millions of files. Bytes. */
const MANIFEST_LIMIT = 500_000_000;

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

interface Unpacked {
  bytes: number;
  sha256: string;
}

/**
 * Unpacks an archive into an empty folder and compares every file with the manifest. Nothing is written outside the folder:
 * names that lead out of it are refused, and links are made last, when nothing is written any more.
 * @throws StoreError `unsound` for what is no whole, unchanged backup; what was unpacked until then stays for the caller to remove
 */
export async function readArchive(archive: string, folder: string): Promise<Manifest> {
  const files = new Map<string, Unpacked>();
  const json = await unpackAll(archive, folder, files).catch((error: unknown) => {
    throw diskFailure(error) ?? unsound(error instanceof Error ? error.message : String(error));
  });
  if (json === undefined) throw unsound("it has no manifest, so it is not whole, or no backup of Longhand");
  const manifest = parseManifest(json);
  await compare(manifest, files, folder);
  for (const name of manifest.folders) await mkdir(inside(folder, name), { recursive: true });
  for (const { path: name, target } of manifest.links) await makeLink(folder, name, target);
  return manifest;
}

/** Answers the text of the manifest. */
async function unpackAll(archive: string, folder: string, files: Map<string, Unpacked>): Promise<string | undefined> {
  let json: string | undefined;
  const entries = extract();
  const reading = pipeline(createReadStream(archive), createGunzip(), entries);
  // The loop below fails with it, or before it.
  reading.catch(() => undefined);
  for await (const entry of entries) {
    const { name } = entry.header;
    if (json !== undefined) throw unsound(`${name} comes after the manifest`);
    if (name === MANIFEST) json = await readText(entry);
    else if (files.has(name)) throw unsound(`${name} comes twice`);
    else files.set(name, await unpackFile(entry, folder));
  }
  await reading;
  return json;
}

async function unpackFile(entry: Entry, folder: string): Promise<Unpacked> {
  const { name, type, mode = 0o600, mtime } = entry.header;
  if (type !== "file" || !name.startsWith(DATA)) throw unsound(`${name} does not belong into a backup`);
  const target = inside(folder, name.slice(DATA.length));
  await mkdir(path.dirname(target), { recursive: true });
  const handle = await open(target, "wx", mode & 0o777);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (mtime) await utimes(target, mtime, mtime);
  return { bytes, sha256: hash.digest("hex") };
}

async function readText(entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MANIFEST_LIMIT) throw unsound("its manifest is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseManifest(json: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw unsound("its manifest is no JSON");
  }
  const parsed = manifestShape.safeParse(value);
  if (!parsed.success) throw unsound("its manifest is not one that this version knows");
  return parsed.data;
}

async function compare(manifest: Manifest, files: Map<string, Unpacked>, folder: string): Promise<void> {
  for (const file of manifest.files) {
    const unpacked = files.get(DATA + file.path);
    if (!unpacked) throw unsound(`${file.path} is missing`);
    const found = await withoutFilling(unpacked, file, inside(folder, file.path));
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256) throw unsound(`${file.path} is damaged`);
    files.delete(DATA + file.path);
  }
  const [extra] = files.keys();
  if (extra !== undefined) throw unsound(`${extra} is not in its manifest`);
  if (!manifest.files.some(({ path: name }) => name === DATABASE)) throw unsound("it has no database");
}

/** A file that became shorter while it was read was filled up with zeros; the manifest knows how long it really was. */
async function withoutFilling(unpacked: Unpacked, { bytes, changed }: ManifestFile, target: string): Promise<Unpacked> {
  if (!changed || bytes >= unpacked.bytes) return unpacked;
  await truncate(target, bytes);
  const hash = createHash("sha256");
  await pipeline(createReadStream(target), hash);
  return { bytes, sha256: hash.digest("hex") };
}

async function makeLink(folder: string, name: string, target: string): Promise<void> {
  // The log itself is never reached through a link that an archive brings.
  if (name.split("/")[0] === BLOBS) throw unsound(`${name} must not be a link`);
  const place = inside(folder, name);
  await mkdir(path.dirname(place), { recursive: true });
  await symlink(target, place);
}

/** @throws StoreError for a name that is not a plain path to data below the folder */
function inside(folder: string, name: string): string {
  const parts = name.split("/");
  const isPlain = parts.every(
    (part) => part !== "" && part !== "." && part !== ".." && !/[\0\\:]/.test(onWindows(part)),
  );
  if (!isPlain || !isData(parts[0] ?? ""))
    throw unsound(`the name ${JSON.stringify(name)} leads out of the data folder`);
  return path.join(folder, ...parts);
}

/** Elsewhere a backslash and a colon are letters like any other. */
const onWindows = (part: string) => (process.platform === "win32" ? part : part.replaceAll(/[\\:]/g, "_"));

function unsound(why: string): StoreError {
  return new StoreError("unsound", `This archive cannot be used: ${why}. Nothing was changed.`);
}
