import { PrismaLibSql } from "@prisma/adapter-libsql";

export type LibsqlClient = ReturnType<PrismaLibSql["createClient"]>;
type LibsqlTransaction = Awaited<ReturnType<LibsqlClient["transaction"]>>;

/**
 * Made for every connection. `synchronous = FULL`: a committed row survives a power cut. A request or a started tool call is
 * stored before its effect and must not be forgotten after it; a step takes seconds, one fsync does not show.
 * `busy_timeout` is short because it blocks the whole process; a longer wait is made of several tries.
 */
const SETTINGS = ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 50"];

/**
 * Prisma's adapter on one connection. The client would open a new connection after every transaction, which loses the settings
 * made by PRAGMA. Prisma holds back other statements while a transaction is open, so one is enough.
 */
export class OneConnection extends PrismaLibSql {
  override createClient(config: Parameters<PrismaLibSql["createClient"]>[0]): LibsqlClient {
    const client = super.createClient(config);
    client.transaction = () => beginOn(client);
    return client;
  }
}

export async function applySettings(execute: (sql: string) => Promise<unknown>): Promise<void> {
  for (const setting of SETTINGS) await execute(`PRAGMA ${setting}`);
}

/** IMMEDIATE takes the write lock at once: a transaction that first reads could otherwise fail at its first write. */
async function beginOn(client: LibsqlClient): Promise<LibsqlTransaction> {
  try {
    await client.execute("BEGIN IMMEDIATE");
  } catch (error) {
    // A BEGIN that a lock refused stays in progress until it is collected, and no COMMIT passes on its connection meanwhile.
    await client.reconnect();
    await applySettings((sql) => client.execute(sql));
    throw error;
  }
  return transactionOn(client);
}

function transactionOn(client: LibsqlClient): LibsqlTransaction {
  let open = true;
  async function rollback() {
    if (!open) return;
    open = false;
    await client.execute("ROLLBACK");
  }
  return {
    execute: (statement) => client.execute(statement),
    batch: (statements) => client.batch(statements),
    executeMultiple: (sql) => client.executeMultiple(sql),
    async commit() {
      try {
        await client.execute("COMMIT");
        open = false;
      } catch (error) {
        // Left open, it would swallow every later transaction.
        await rollback().catch(() => undefined);
        throw error;
      }
    },
    rollback,
    close: () => void rollback().catch(() => undefined),
    get closed() {
      return !open;
    },
  };
}
