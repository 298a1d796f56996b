import { open, rename } from "node:fs/promises";
import path from "node:path";

/** Gives a whole file its name so that a power cut leaves either none or all of it. */
export async function publish(unfinished: string, target: string): Promise<void> {
  await syncPath(unfinished, "r+");
  await rename(unfinished, target);
  await syncFolder(path.dirname(target));
}

/** A rename survives a power cut only when its folder is on the disk too. Windows cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") await syncPath(folder, "r");
}

async function syncPath(file: string, flags: string): Promise<void> {
  const handle = await open(/*turbopackIgnore: true*/ file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
