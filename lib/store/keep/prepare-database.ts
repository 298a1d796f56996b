import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { migrate, readMigrations } from "../migrate.ts";
import { StoreError } from "../store-error.ts";
import { translateError } from "../translate-error.ts";
import { backupFolder, blobFolder, databaseFile, timeName, UNFINISHED } from "./data-files.ts";
import { readDatabaseState } from "./database-state.ts";
import { snapshotDatabase } from "./snapshot-database.ts";
import { publish } from "./sync.ts";

/**
 * Makes the database ready for this version: a new one in an empty folder, else the one that is there brought up to date. Before
 * a migration the whole database is copied; without that copy there is no migration.
 * @throws StoreError
 */
export async function prepareDatabase(dataFolder: string, now: number): Promise<void> {
  try {
    await mkdir(dataFolder, { recursive: true });
    const known = (await readMigrations()).migrationDirectories.map(({ path: name }) => name);
    const state = await readDatabaseState(dataFolder, known);
    const next = state.isNew ? undefined : state.pending[0];
    const copy = next === undefined ? undefined : await copyBefore(dataFolder, next, now);
    await apply(dataFolder, copy);
    // Its presence says from now on that there was a database.
    await mkdir(blobFolder(dataFolder), { recursive: true });
  } catch (error) {
    throw translateError(error);
  }
}

async function apply(dataFolder: string, copy: string | undefined): Promise<void> {
  try {
    await migrate(pathToFileURL(databaseFile(dataFolder)).href);
  } catch (error) {
    const failure = translateError(error);
    if (copy === undefined) throw failure;
    throw new StoreError(failure.code, `${failure.message} The database as it was before is ${copy}`, error);
  }
}

async function copyBefore(dataFolder: string, migration: string, now: number): Promise<string> {
  const folder = backupFolder(dataFolder);
  await mkdir(folder, { recursive: true });
  const unfinished = path.join(folder, `${UNFINISHED}before-${migration}.db`);
  const target = path.join(folder, `before-${migration}-${timeName(now)}.db`);
  // One of a start that died.
  await rm(unfinished, { force: true });
  await snapshotDatabase(databaseFile(dataFolder), unfinished);
  await publish(unfinished, target);
  return target;
}
