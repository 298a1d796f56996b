import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { readMigrations } from "../migrate.ts";
import { openSql } from "../sql-connection.ts";
import { StoreError } from "../store-error.ts";
import { translateError } from "../translate-error.ts";
import type { Manifest } from "./archive/manifest.ts";
import { readArchive } from "./archive/read-archive.ts";
import { databaseFile, TIME, timeName } from "./data-files.ts";
import { lockFolder } from "./lock-folder.ts";
import { swapData, undoSwap } from "./swap-data.ts";
import type { Verification } from "./verify/report.ts";
import { verifyData } from "./verify/verify-data.ts";

export interface RestoreOptions {
  now: number;
  /** Restores a backup of data that was damaged already when it was made. */
  despiteDamage?: boolean;
  onPart?(part: string): void;
}

export interface Restored {
  manifest: Manifest;
  verification: Verification;
  /** Where the data from before is; absent when there was none. */
  aside?: string;
}

/**
 * Brings a backup back into a data folder that no server uses. The archive is unpacked beside it and checked in full first; then
 * both are swapped by renames, and the data from before is kept aside.
 * @throws StoreError; everything is as it was then
 */
export async function restore(dataFolder: string, archive: string, options: RestoreOptions): Promise<Restored> {
  const { now, despiteDamage = false, onPart = () => undefined } = options;
  const lock = await lockFolder(dataFolder, "npm run restore", now);
  try {
    if (await undoSwap(dataFolder)) onPart("what an earlier restore had left, which is back in its place");
    await removeStaged(dataFolder);
    const staging = await placeBeside(dataFolder, `restore-${timeName(now)}`);
    const aside = await placeBeside(dataFolder, `before-restore-${timeName(now)}`);
    try {
      await mkdir(staging);
      onPart("the archive");
      const manifest = await readArchive(archive, staging);
      await refuseNewer(manifest);
      const verification = await verifyData(staging, { onPart });
      if (!verification.ok && !despiteDamage) throw damaged(verification);
      await moveWorkspaces(manifest, dataFolder, staging);
      const hadData = await swapData(dataFolder, staging, aside);
      return { manifest, verification, ...(hadData && { aside }) };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } catch (error) {
    throw translateError(error);
  } finally {
    await lock.release();
  }
}

/** Beside the data folder, or inside where that is a file system of its own: a rename does not cross them. */
async function placeBeside(dataFolder: string, name: string): Promise<string> {
  const parent = path.dirname(dataFolder);
  const isOne = (await stat(parent)).dev === (await stat(dataFolder)).dev;
  return isOne ? `${dataFolder}-${name}` : path.join(dataFolder, name);
}

/** What restores that were killed while they unpacked have left. The lock is held, so none is at work. */
async function removeStaged(dataFolder: string): Promise<void> {
  const beside = await placeBeside(dataFolder, "restore-");
  const names = await readdir(path.dirname(beside));
  const staged = names.filter(
    (name) => name.startsWith(path.basename(beside)) && TIME.test(name.slice(path.basename(beside).length)),
  );
  for (const name of staged) await rm(path.join(path.dirname(beside), name), { recursive: true, force: true });
}

/** @throws StoreError for a backup whose database this version cannot read */
export async function refuseNewer({ migrations }: Manifest): Promise<void> {
  const known = new Set((await readMigrations()).migrationDirectories.map(({ path: name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new StoreError(
    "newer",
    `This backup was made by a newer version of Longhand (this one does not know ${unknown.join(", ")}). Restore it with that version. Nothing was changed.`,
  );
}

/** Workspaces that were in the data folder are in it again, also when it has another place now. */
async function moveWorkspaces(manifest: Manifest, dataFolder: string, staging: string): Promise<void> {
  const database = await openSql(databaseFile(staging));
  try {
    for (const from of new Set([manifest.dataFolder, manifest.realDataFolder])) {
      if (from === dataFolder) continue;
      const prefix = from.endsWith(path.sep) ? from : from + path.sep;
      await database.all("UPDATE Workspace SET path = ? || substr(path, ?) WHERE substr(path, 1, ?) = ?", [
        dataFolder + path.sep,
        prefix.length + 1,
        prefix.length,
        prefix,
      ]);
    }
  } finally {
    database.close();
  }
}

function damaged({ problems, problemCount }: Verification): StoreError {
  const lines = problems.slice(0, 20).map((problem) => `\n  ${problem}`);
  return new StoreError(
    "unsound",
    `The data in this archive was damaged already when the archive was made (${problemCount} problems):${lines.join("")}\nNothing was changed. To restore it all the same, add --despite-damage.`,
  );
}
