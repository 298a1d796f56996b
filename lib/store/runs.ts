import type { Run as RunRecord } from "#prisma/generated/client.ts";
import { addSpend } from "./add-spend.ts";
import type { Database, Transaction } from "./database.ts";
import { insertRun, leafOf, NEWEST_FIRST, OLDEST_FIRST, toRun } from "./insert-run.ts";
import { nextWaiting } from "./queue.ts";
import type { BegunRun, Run, RunEndRecord, Runs } from "./run-types.ts";
import { takeOverRun } from "./take-over.ts";

export function openRuns({ read, statement, write, now }: Database): Runs {
  return {
    create: (run) => write((transaction) => insertRun(transaction, run, now())),

    get: (id) => read(async ({ run }) => maybe(await run.findUnique({ where: { id } }))),

    newest: (conversationId) =>
      read(async ({ run }) => maybe(await run.findFirst({ where: { conversationId }, orderBy: NEWEST_FIRST }))),

    finish: (end) => write((transaction) => finishRun(transaction, end, now())),

    heartbeat: (id, holder) =>
      statement(async ({ run }) => {
        const { count } = await run.updateMany({
          where: { id, holder, status: "running" },
          data: { heartbeatAt: BigInt(now()) },
        });
        return count > 0;
      }),

    takeOver: (claim) => write((transaction) => takeOverRun(transaction, claim, now())),

    release: (holder) =>
      statement(
        async ({ run }) =>
          void (await run.updateMany({ where: { holder, status: "running" }, data: { holder: null } })),
      ),

    requestStop: (id, by) =>
      write(async ({ run }) => {
        const stoppedBy = JSON.stringify({ ...by, at: now() });
        // The first who asks is remembered.
        await run.updateMany({
          where: { id, status: "running", stopRequested: false },
          data: { stopRequested: true, stoppedBy },
        });
        return (await run.count({ where: { id, status: "running" } })) > 0;
      }),

    addSpend: (runId, tokens) => statement((writer) => addSpend(writer, { runId, tokens })),

    running: () =>
      read(async ({ run }) => (await run.findMany({ where: { status: "running" }, orderBy: OLDEST_FIRST })).map(toRun)),

    listForConversation: (conversationId) =>
      read(async ({ run }) => (await run.findMany({ where: { conversationId }, orderBy: OLDEST_FIRST })).map(toRun)),
  };
}

async function finishRun(
  transaction: Transaction,
  { id, status, error, holder, next }: RunEndRecord,
  now: number,
): Promise<{ ended: boolean; next?: BegunRun }> {
  const run = await transaction.run.findUnique({ where: { id }, select: { conversationId: true } });
  if (!run) return { ended: false };
  const { conversationId } = run;
  const { count } = await transaction.run.updateMany({
    where: { id, status: "running", ...(holder !== undefined && { holder }) },
    data: {
      ...{ status, endedAt: BigInt(now), leafId: await leafOf(transaction, conversationId) },
      ...(error && { error: JSON.stringify(error) }),
    },
  });
  if (count === 0) return { ended: false };
  if (status !== "done") {
    await transaction.queue.updateMany({ where: { conversationId }, data: { held: true } });
    return { ended: true };
  }
  const waiting = next && (await nextWaiting(transaction, conversationId));
  if (!waiting) return { ended: true };
  const begun = await insertRun(transaction, next(waiting), now);
  return { ended: true, ...(begun.created && { next: begun }) };
}

function maybe(record: RunRecord | null): Run | undefined {
  return record ? toRun(record) : undefined;
}
