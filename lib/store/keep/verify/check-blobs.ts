import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { SqlConnection } from "../../sql-connection.ts";
import { eachRow } from "./check-database.ts";
import { blobPath } from "./read-blob.ts";
import type { LogFacts } from "./read-log.ts";
import type { Report } from "./report.ts";

/** Every blob that a row names is there, with the bytes that its hash promises. What nothing names is only noted. */
export async function checkBlobs(
  database: SqlConnection,
  folder: string,
  { blobs: named }: LogFacts,
  report: Report,
): Promise<void> {
  const stored = new Map<string, number>();
  for await (const { sha256, bytes, data } of eachRow(database, "Blob", ["sha256", "bytes", "data"])) {
    report.count("blobs");
    stored.set(String(sha256), Number(bytes));
    const found = data === null ? await hashFile(blobPath(folder, String(sha256))) : hashData(data as ArrayBuffer);
    if (!found) report.problem(`Blob ${sha256}: its file is missing or cannot be read.`);
    else if (found.bytes !== bytes) report.problem(`Blob ${sha256}: it has ${found.bytes} bytes instead of ${bytes}.`);
    else if (found.sha256 !== sha256) report.problem(`Blob ${sha256}: its content has changed.`);
  }
  for (const { sha256, owner, bytes } of named) {
    const size = stored.get(sha256);
    if (size === undefined) report.problem(`${owner}: its content ${sha256} is not stored.`);
    else if (bytes !== undefined && bytes !== size)
      report.problem(`${owner}: its content has ${size} bytes, not ${bytes}.`);
  }
  const wanted = new Set(named.map(({ sha256 }) => sha256));
  const orphans = [...stored.keys()].filter((sha256) => !wanted.has(sha256));
  if (orphans.length > 0) report.note(`${orphans.length} stored contents are named by no row: ${some(orphans)}`);
  await noteStrayFiles(folder, stored, report);
}

function hashData(data: ArrayBuffer): { sha256: string; bytes: number } {
  const bytes = new Uint8Array(data);
  return { sha256: hash("sha256", bytes, "hex"), bytes: bytes.byteLength };
}

async function hashFile(file: string): Promise<{ sha256: string; bytes: number } | undefined> {
  const sum = createHash("sha256");
  const source = createReadStream(file);
  try {
    await pipeline(source, sum);
  } catch {
    return undefined;
  }
  return { sha256: sum.digest("hex"), bytes: source.bytesRead };
}

async function noteStrayFiles(folder: string, stored: ReadonlyMap<string, number>, report: Report): Promise<void> {
  const stray: string[] = [];
  const unfinished: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (entry.name.startsWith(".")) unfinished.push(name);
    else if (!stored.has(name.replaceAll(path.sep, ""))) stray.push(name);
  }
  if (stray.length > 0) report.note(`${stray.length} files in blobs belong to no row: ${some(stray)}`);
  if (unfinished.length > 0) report.note(`${unfinished.length} unfinished files in blobs: ${some(unfinished)}`);
}

const some = (names: string[]) => names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
