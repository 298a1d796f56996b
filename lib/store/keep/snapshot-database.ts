import { rm } from "node:fs/promises";
import { openSql } from "../sql-connection.ts";
import { translateError } from "../translate-error.ts";

/**
 * Writes one consistent copy of a database, also while a server writes to it. Nothing stays at `target` when it fails.
 * @throws StoreError
 */
export async function snapshotDatabase(file: string, target: string): Promise<void> {
  const database = await openSql(file);
  try {
    await database.all("VACUUM INTO ?", [target]);
  } catch (error) {
    await rm(target, { force: true }).catch(() => undefined);
    throw translateError(error);
  } finally {
    database.close();
  }
}
