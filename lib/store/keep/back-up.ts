import { randomUUID } from "node:crypto";
import { access, mkdir, realpath, rm, stat } from "node:fs/promises";
import path from "node:path";
import { openSql, type SqlConnection } from "../sql-connection.ts";
import { StoreError } from "../store-error.ts";
import { translateError } from "../translate-error.ts";
import { FORMAT, type Manifest } from "./archive/manifest.ts";
import { writeArchive } from "./archive/write-archive.ts";
import { backupFolder, databaseFile, timeName, UNFINISHED } from "./data-files.ts";
import { readMigrationsOf } from "./database-state.ts";
import { isBelow } from "./is-below.ts";
import { snapshotDatabase } from "./snapshot-database.ts";
import { publish } from "./sync.ts";

export interface Backup {
  file: string;
  /** Of the archive. */
  bytes: number;
  manifest: Manifest;
}

const COUNTED = ["Workspace", "Conversation", "Message", "Request", "Blob"];

/**
 * Makes one archive of everything in a data folder, also while a server uses it. The database is one moment of it; blobs are
 * never removed, so those that it names are there; other files are as they were when they were read.
 * @param to path of the archive, which must not exist. Default: in the folder `backups` of the data folder
 * @throws StoreError; nothing half-written stays
 */
export async function backUp(dataFolder: string, { to, now }: { to?: string; now: number }): Promise<Backup> {
  const target = path.resolve(to ?? path.join(backupFolder(dataFolder), `longhand-${timeName(now)}.tar.gz`));
  const unfinished = path.join(path.dirname(target), `${UNFINISHED}${randomUUID()}`);
  const database = `${unfinished}.db`;
  try {
    const migrations = await readMigrationsOf(databaseFile(dataFolder));
    if (!migrations) throw new StoreError("missing", `There is no database in ${dataFolder}. Nothing was written.`);
    await refuseTaken(target);
    await mkdir(path.dirname(target), { recursive: true });
    await snapshotDatabase(databaseFile(dataFolder), database);
    const facts = { ...(await readFacts(dataFolder, database)), createdAt: now, migrations };
    const manifest = await writeArchive(unfinished, { dataFolder, database, facts });
    await publish(unfinished, target);
    return { file: target, bytes: (await stat(target)).size, manifest };
  } catch (error) {
    throw translateError(error);
  } finally {
    // Where the folder itself cannot be used there is nothing to remove, and the reason is known already.
    await Promise.allSettled([unfinished, database].map((file) => rm(file, { force: true })));
  }
}

async function refuseTaken(target: string): Promise<void> {
  const isTaken = await access(target).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new StoreError("unsound", `${target} exists already. Give another name. Nothing was written.`);
}

async function readFacts(dataFolder: string, snapshot: string) {
  const database = await openSql(snapshot);
  try {
    const counts: Record<string, number> = {};
    for (const table of COUNTED) {
      const [row] = await database.all(`SELECT count(*) AS count FROM "${table}"`);
      counts[table.toLowerCase()] = Number(row?.count ?? 0);
    }
    const realDataFolder = await realpath(dataFolder);
    const elsewhere = await findElsewhere(database, realDataFolder);
    return { format: FORMAT, version: 1 as const, dataFolder, realDataFolder, elsewhere, counts } as const;
  } finally {
    database.close();
  }
}

/** Workspaces whose files are not below the data folder, also where a link only makes it look so. */
async function findElsewhere(database: SqlConnection, realDataFolder: string): Promise<Manifest["elsewhere"]> {
  const rows = await database.all("SELECT id, name, path FROM Workspace WHERE deletedAt IS NULL");
  const workspaces = rows.map(({ id, name, path: place }) => ({
    id: String(id),
    name: String(name),
    path: String(place),
  }));
  const real = await Promise.all(workspaces.map((each) => realpath(each.path).catch(() => each.path)));
  return workspaces.filter((_, index) => !isBelow(realDataFolder, real[index] ?? ""));
}
