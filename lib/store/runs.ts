import type { Run as RunRecord } from "#prisma/generated/client.ts";
import { appendRows, nextSeq } from "./append.ts";
import type { Database } from "./database.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { Run, RunStatus, Runs } from "./run-types.ts";

const OLDEST_FIRST = [{ startedAt: "asc" as const }, { id: "asc" as const }];
const NEWEST_FIRST = [{ startedAt: "desc" as const }, { id: "desc" as const }];

export function openRuns({ read, write, now }: Database): Runs {
  return {
    create: ({ message, ...run }) =>
      write(async (transaction) => {
        const { conversationId } = run;
        const active = await transaction.run.findFirst({
          where: { conversationId, status: "running" },
          select: { id: true },
        });
        if (active) return { created: false, runId: active.id };
        const at = BigInt(now());
        const record = await transaction.run.create({
          data: { ...run, status: "running", heartbeatAt: at, startedAt: at },
        });
        if (!message) return { created: true, run: toRun(record) };
        const seq = await nextSeq(transaction, conversationId);
        const [row] = await appendRows(transaction, conversationId, [{ ...message, seq }], Number(at));
        return { created: true, run: toRun(record), ...(row && { row }) };
      }),

    get: (id) => read(async ({ run }) => maybe(await run.findUnique({ where: { id } }))),

    newest: (conversationId) =>
      read(async ({ run }) => maybe(await run.findFirst({ where: { conversationId }, orderBy: NEWEST_FIRST }))),

    finish: ({ id, status, error, holder }) =>
      write(async ({ run }) => {
        const { count } = await run.updateMany({
          where: { id, status: "running", ...(holder !== undefined && { holder }) },
          data: { status, endedAt: BigInt(now()), ...(error && { error: JSON.stringify(error) }) },
        });
        return count > 0;
      }),

    heartbeat: (id, holder) =>
      write(async ({ run }) => {
        const { count } = await run.updateMany({
          where: { id, holder, status: "running" },
          data: { heartbeatAt: BigInt(now()) },
        });
        return count > 0;
      }),

    claim: (id, holder, staleBefore) =>
      write(async ({ run }) => {
        const free = [{ holder }, { holder: null }, { heartbeatAt: { lt: BigInt(staleBefore) } }];
        const { count } = await run.updateMany({
          where: { id, status: "running", OR: free },
          data: { holder, heartbeatAt: BigInt(now()) },
        });
        return count > 0;
      }),

    requestStop: (id, by) =>
      write(async ({ run }) => {
        const stoppedBy = JSON.stringify({ by, at: now() });
        // The first who asks is remembered.
        await run.updateMany({
          where: { id, status: "running", stopRequested: false },
          data: { stopRequested: true, stoppedBy },
        });
        return (await run.count({ where: { id, status: "running" } })) > 0;
      }),

    addSpend: (id, tokens) =>
      write(async ({ run }) => {
        const { spent } = await run.update({
          where: { id },
          data: { spent: { increment: tokens } },
          select: { spent: true },
        });
        return spent;
      }),

    running: () =>
      read(async ({ run }) => (await run.findMany({ where: { status: "running" }, orderBy: OLDEST_FIRST })).map(toRun)),

    listForConversation: (conversationId) =>
      read(async ({ run }) => (await run.findMany({ where: { conversationId }, orderBy: OLDEST_FIRST })).map(toRun)),
  };
}

function toRun(record: RunRecord): Run {
  const { status, error, stoppedBy, heartbeatAt, startedAt, endedAt, ...rest } = omitNulls(record);
  return {
    ...rest,
    status: status as RunStatus,
    heartbeatAt: Number(heartbeatAt),
    startedAt: Number(startedAt),
    ...(error !== undefined && { error: JSON.parse(error) }),
    ...(stoppedBy !== undefined && { stoppedBy: JSON.parse(stoppedBy) }),
    ...(endedAt !== undefined && { endedAt: Number(endedAt) }),
  };
}

function maybe(record: RunRecord | null): Run | undefined {
  return record ? toRun(record) : undefined;
}
