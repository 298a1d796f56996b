import { openSql } from "../sql-connection.ts";
import { databaseFile } from "./data-files.ts";

/** Milliseconds that a note waits for a server that is writing. */
const WAIT = 10_000;

/** Writes a setting from outside the server. @throws StoreError; the work that it tells of is done all the same */
export async function keepNote(dataFolder: string, key: string, value: unknown): Promise<void> {
  const database = await openSql(databaseFile(dataFolder), { wait: WAIT });
  try {
    await database.all(
      "INSERT INTO Setting (personId, key, value) VALUES ('local', ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      [key, JSON.stringify(value)],
    );
  } finally {
    database.close();
  }
}
