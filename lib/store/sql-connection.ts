import { pathToFileURL } from "node:url";
import { type LibsqlClient, OneConnection } from "./one-connection.ts";
import { translateError } from "./translate-error.ts";

type Argument = string | number | bigint | null;

/** Plain SQL on one database file, for what Prisma has no words for. Every failure comes out as a `StoreError`. */
export interface SqlConnection {
  all(sql: string, args?: Argument[]): Promise<Record<string, unknown>[]>;
  close(): void;
}

/** Milliseconds. Blocks the process, so it is short; it only bridges a checkpoint. */
const BUSY_TIMEOUT = 2_000;

/** The file is created when it is not there. @throws StoreError */
export async function openSql(file: string, { wait = BUSY_TIMEOUT } = {}): Promise<SqlConnection> {
  const url = pathToFileURL(file).href;
  let client: LibsqlClient;
  try {
    client = new OneConnection({ url }).createClient({ url });
    await client.execute(`PRAGMA busy_timeout = ${wait}`);
  } catch (error) {
    throw translateError(error);
  }
  return {
    async all(sql, args = []) {
      try {
        const { rows } = await client.execute({ sql, args });
        return rows as Record<string, unknown>[];
      } catch (error) {
        throw translateError(error);
      }
    },
    close: () => client.close(),
  };
}
