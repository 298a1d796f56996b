import { access, constants, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { openSql, type SqlConnection } from "../sql-connection.ts";
import { StoreError } from "../store-error.ts";
import { translateError } from "../translate-error.ts";
import { LOCK, OWNER } from "./data-files.ts";

const owner = z.object({ pid: z.number(), address: z.string(), startedAt: z.number() });
export type Owner = z.infer<typeof owner>;

export interface FolderLock {
  release(): Promise<void>;
}

/** A connection that nothing refers to is closed by the garbage collector, and its lock goes with it. */
const key = Symbol.for("longhand.locks");
const holder = globalThis as { [key]?: Set<SqlConnection> };

/**
 * Takes the data folder for this process, and creates it when it is not there. The lock is an exclusive transaction on a file of
 * its own, so the operating system ends it together with the process, however that dies. No other code may open that file:
 * closing it again would end the lock.
 * @param address how a person knows this process, for the next one that wants the folder
 * @throws StoreError `in-use` with who has it, `read-only` for a folder that cannot be written; nothing was changed then
 */
export async function lockFolder(dataFolder: string, address: string, now = Date.now()): Promise<FolderLock> {
  let connection: SqlConnection;
  try {
    await mkdir(dataFolder, { recursive: true });
    await access(dataFolder, constants.W_OK);
    connection = await openSql(path.join(dataFolder, LOCK), { wait: 0 });
  } catch (error) {
    throw translateError(error);
  }
  try {
    await connection.all("BEGIN EXCLUSIVE");
    const value: Owner = { pid: process.pid, address, startedAt: now };
    await writeFileAtomic(path.join(dataFolder, OWNER), `${JSON.stringify(value)}\n`);
  } catch (error) {
    await connection.all("ROLLBACK").catch(() => undefined);
    connection.close();
    const failure = translateError(error);
    throw failure.code === "locked" ? await inUse(dataFolder) : failure;
  }
  holder[key] ??= new Set();
  holder[key].add(connection);
  return {
    async release() {
      holder[key]?.delete(connection);
      await connection.all("ROLLBACK");
      connection.close();
    },
  };
}

async function inUse(dataFolder: string): Promise<StoreError> {
  const who = await readOwner(dataFolder);
  const words = who
    ? `${who.address}, process ${who.pid}, since ${new Date(who.startedAt).toISOString()}`
    : "which one is not known";
  return new StoreError(
    "in-use",
    `Another Longhand is using the data folder ${dataFolder} (${words}). Stop it first, or set LONGHAND_DATA to another folder. Nothing was changed.`,
  );
}

async function readOwner(dataFolder: string): Promise<Owner | undefined> {
  try {
    return owner.parse(JSON.parse(await readFile(path.join(dataFolder, OWNER), "utf8")));
  } catch {
    return undefined;
  }
}
