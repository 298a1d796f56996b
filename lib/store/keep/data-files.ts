import path from "node:path";

/** Names inside the data folder. What is not named here (blobs, workspaces, output, memories, skills, …) is data as well. */
export const DATABASE = "longhand.db";
export const BLOBS = "blobs";
export const BACKUPS = "backups";
export const LOCK = "longhand.lock";
/** Who has the lock, as JSON. */
export const OWNER = "longhand.lock.json";
/** Lies there while a restore moves things, as JSON. */
export const RESTORING = "longhand.restoring.json";

/** The live database: only a snapshot of it is ever copied. */
const DATABASE_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, `${DATABASE}-journal`];
/** They belong to the folder, not to the data in it: neither backed up nor moved by a restore. */
const OWN_FILES = [LOCK, `${LOCK}-journal`, OWNER, RESTORING, BACKUPS];
/** Beginning of the name of everything that is being written and has not got its name yet. */
export const UNFINISHED = ".longhand-unfinished-";
/** What a restore leaves inside a data folder that is a file system of its own. */
const ASIDE = /^(before-)?restore-/;
/** What `timeName` gives. */
export const TIME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

export const databaseFile = (dataFolder: string) => path.join(dataFolder, DATABASE);
export const blobFolder = (dataFolder: string) => path.join(dataFolder, BLOBS);
export const backupFolder = (dataFolder: string) => path.join(dataFolder, BACKUPS);

/** Whether an entry of the data folder is data that a restore replaces. */
export function isData(name: string): boolean {
  const isAside = ASIDE.test(name) && TIME.test(name.replace(ASIDE, ""));
  return !OWN_FILES.includes(name) && !name.startsWith(UNFINISHED) && !isAside;
}

/** Whether an entry of the data folder is copied as a file. */
export function isCopied(name: string): boolean {
  return isData(name) && !DATABASE_FILES.includes(name);
}

/** For file names: sortable, in UTC, without characters that a file system forbids. */
export function timeName(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
}
