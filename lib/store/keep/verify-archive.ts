import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { translateError } from "../translate-error.ts";
import { readArchive } from "./archive/read-archive.ts";
import { refuseNewer } from "./restore.ts";
import type { Verification } from "./verify/report.ts";
import { type VerifyOptions, verifyData } from "./verify/verify-data.ts";

/**
 * Checks a backup as a restore would, without restoring it. It is unpacked into a new folder below `scratch`, which needs the
 * room for it, and removed again.
 * @throws StoreError `unsound` or `newer`
 */
export async function verifyArchive(archive: string, scratch: string, options: VerifyOptions): Promise<Verification> {
  const folder = await mkdtemp(path.join(scratch, "longhand-verify-"));
  try {
    options.onPart?.("the archive");
    await refuseNewer(await readArchive(archive, folder));
    return await verifyData(folder, options);
  } catch (error) {
    throw translateError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
