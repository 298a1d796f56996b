import { setTimeout as wait } from "node:timers/promises";
import PQueue from "p-queue";
import { type Prisma, PrismaClient } from "#prisma/generated/client.ts";
import { applySettings, OneConnection } from "./one-connection.ts";
import { StoreError } from "./store-error.ts";
import { translateError } from "./translate-error.ts";

export type Reader = Omit<Prisma.TransactionClient, "$executeRaw" | "$executeRawUnsafe">;
export type Transaction = Prisma.TransactionClient;
export type Writer = Prisma.TransactionClient;

/** The only way to the database inside this room. Every failure comes out as a `StoreError`. */
export interface Database {
  read<Value>(query: (reader: Reader) => Promise<Value>): Promise<Value>;
  /** One statement, after all writes that were asked for before it; as safe as a transaction of its own, and cheaper. */
  statement<Value>(query: (writer: Writer) => Promise<Value>): Promise<Value>;
  /** One transaction, after all that were asked for before it. `change` awaits nothing but the transaction. */
  write<Value>(change: (transaction: Transaction) => Promise<Value>): Promise<Value>;
  /** Milliseconds since 1970. */
  now(): number;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  now: () => number;
  /** How long a write waits for another process that holds the database. Milliseconds. */
  lockWait: number;
}

const BETWEEN_TRIES = 50;

export async function openDatabase({ url, now, lockWait }: DatabaseOptions): Promise<Database> {
  const prisma = new PrismaClient({ adapter: new OneConnection({ url }) });
  const queue = new PQueue({ concurrency: 1 });

  async function attempt<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      throw translateError(error);
    }
  }

  /** A locked database has refused the beginning, so nothing of the work was done. */
  async function patiently<Value>(work: () => Promise<Value>): Promise<Value> {
    const giveUpAt = performance.now() + lockWait;
    for (;;) {
      try {
        return await attempt(work);
      } catch (error) {
        const locked = StoreError.isInstance(error) && error.code === "locked";
        if (!locked || performance.now() > giveUpAt) throw error;
        await wait(BETWEEN_TRIES);
      }
    }
  }

  await patiently(() => applySettings((sql) => prisma.$queryRawUnsafe(sql)));
  return {
    read: (query) => attempt(() => query(prisma)),
    statement: (query) => queue.add(() => patiently(() => query(prisma))),
    write: (change) =>
      queue.add(() => patiently(() => prisma.$transaction(change, { maxWait: 60_000, timeout: 60_000 }))),
    now,
    async close() {
      await queue.onIdle();
      await prisma.$disconnect();
    },
  };
}
