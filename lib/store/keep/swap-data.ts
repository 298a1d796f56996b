import { mkdir, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { DATABASE, isData, RESTORING } from "./data-files.ts";
import { syncFolder } from "./sync.ts";

const plan = z.object({
  staging: z.string(),
  aside: z.string(),
  /** Names in the data folder before, and those that take their place. */
  old: z.array(z.string()),
  fresh: z.array(z.string()),
});
type Plan = z.infer<typeof plan>;

/**
 * Moves the data of a folder aside and what was staged into its place, by renames. A failure is undone. What a killed process
 * leaves is undone by `undoSwap`: the plan lies in the folder until all is done, and no server starts meanwhile. Answers
 * whether there was anything to move aside.
 */
export async function swapData(dataFolder: string, staging: string, aside: string): Promise<boolean> {
  const old = (await readdir(dataFolder)).filter(isData);
  const swap: Plan = { staging, aside, old, fresh: inOrder(await readdir(staging)) };
  if (old.length > 0) await mkdir(aside);
  await writeFileAtomic(path.join(dataFolder, RESTORING), JSON.stringify(swap));
  try {
    for (const name of old) await moveAside(path.join(dataFolder, name), path.join(aside, name));
    for (const name of swap.fresh) await rename(path.join(staging, name), path.join(dataFolder, name));
    await syncFolder(dataFolder);
  } catch (error) {
    await undoSwap(dataFolder);
    throw error;
  }
  await rm(path.join(dataFolder, RESTORING));
  return old.length > 0;
}

/** A connection that is just closing puts its log into the database and takes both side files with it: then they are not missing. */
async function moveAside(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || !/-(?:shm|wal)$/.test(from)) throw error;
  });
}

/** The database last: until it is there, a start is refused in any case. */
function inOrder(names: string[]): string[] {
  return names.filter((name) => name !== DATABASE).concat(names.includes(DATABASE) ? [DATABASE] : []);
}

/** Puts everything back to where it was before a swap that did not come to its end; true when there was one. */
export async function undoSwap(dataFolder: string): Promise<boolean> {
  const file = path.join(dataFolder, RESTORING);
  const json = await readFile(file, "utf8").catch(() => undefined);
  if (json === undefined) return false;
  const { staging, aside, old, fresh } = plan.parse(JSON.parse(json));
  const staged = new Set(await namesIn(staging));
  const kept = new Set(await namesIn(aside));
  const present = new Set(await namesIn(dataFolder));
  await mkdir(staging, { recursive: true });
  for (const name of fresh) {
    const isMoved = !staged.has(name) && present.has(name) && (!old.includes(name) || kept.has(name));
    if (isMoved) await rename(path.join(dataFolder, name), path.join(staging, name));
  }
  for (const name of old) if (kept.has(name)) await rename(path.join(aside, name), path.join(dataFolder, name));
  await syncFolder(dataFolder);
  await rm(staging, { recursive: true, force: true });
  // Empty now; one that is not stays.
  await rmdir(aside).catch(() => undefined);
  await rm(file);
  return true;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
