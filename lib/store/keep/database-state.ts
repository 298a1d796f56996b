import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { openSql } from "../sql-connection.ts";
import { StoreError } from "../store-error.ts";
import { translateError } from "../translate-error.ts";
import { BACKUPS, BLOBS, DATABASE, databaseFile, RESTORING } from "./data-files.ts";

/** Every file of the format begins with it. */
const HEADER = "SQLite format 3\0";
/** What is there only after a database was. */
const TRACES = [BLOBS, "output", BACKUPS, `${DATABASE}-wal`];

/** What of `known`, the migrations of this version in order, is still to be applied to an existing database. */
export type DatabaseState = { isNew: true } | { isNew: false; pending: string[] };

/**
 * Looks at the database before anything is changed.
 * @throws StoreError where a start would create a new database in the place of a lost one, or could not use the one that is there
 */
export async function readDatabaseState(dataFolder: string, known: readonly string[]): Promise<DatabaseState> {
  const names = await entriesOf(dataFolder);
  if (names.includes(RESTORING)) {
    throw new StoreError(
      "missing",
      `A restore into ${dataFolder} did not come to its end. Run the same "npm run restore" again: it first puts everything back to its place. Nothing was changed.`,
    );
  }
  const applied = await readMigrationsOf(databaseFile(dataFolder));
  if (applied === undefined) {
    if (TRACES.some((trace) => names.includes(trace))) throw lost(dataFolder);
    return { isNew: true };
  }
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newer(dataFolder, unknown);
  return { isNew: false, pending: known.filter((name) => !applied.includes(name)) };
}

/** Names of the migrations that a database has seen; undefined when there is none, or an empty one. */
export async function readMigrationsOf(file: string): Promise<string[] | undefined> {
  const header = await readHeader(file);
  if (header === "") return undefined;
  if (header !== HEADER) throw new StoreError("corrupt", `${file} is not a database`);
  const database = await openSql(file);
  try {
    const tables = await database.all("SELECT name FROM sqlite_master WHERE type = 'table'");
    if (tables.length === 0) return undefined;
    if (!tables.some(({ name }) => name === "_prisma_migrations")) {
      throw new StoreError("corrupt", `${file} is a database, but not one of Longhand`);
    }
    const rows = await database.all(
      "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    return rows.map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

async function entriesOf(dataFolder: string): Promise<string[]> {
  try {
    return await readdir(/*turbopackIgnore: true*/ dataFolder);
  } catch (error) {
    throw translateError(error);
  }
}

/** Empty where there is no file, or nothing in it. */
async function readHeader(file: string): Promise<string> {
  try {
    const handle = await open(/*turbopackIgnore: true*/ file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
      return buffer.toString("latin1", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw translateError(error);
  }
}

function lost(dataFolder: string): StoreError {
  return new StoreError(
    "missing",
    `Longhand has run in ${dataFolder}, but its database ${path.join(dataFolder, DATABASE)} is missing or empty. Put the file back, or bring a backup back with "npm run restore -- <archive>". To begin anew, set LONGHAND_DATA to an empty folder. Nothing was changed.`,
  );
}

function newer(dataFolder: string, unknown: string[]): StoreError {
  return new StoreError(
    "newer",
    `The database in ${dataFolder} was made by a newer version of Longhand (this one does not know ${unknown.join(", ")}). Start that version again, or bring back a backup that this one made. Nothing was changed.`,
  );
}
