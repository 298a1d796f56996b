import type { Database } from "./database.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { ToolStarts } from "./run-types.ts";

export function openToolStarts({ read, write, now }: Database): ToolStarts {
  return {
    insert: (starts) =>
      write(async ({ toolStart }) => {
        const startedAt = BigInt(now());
        await toolStart.createMany({ data: starts.map((start) => ({ ...start, startedAt })) });
      }),

    unfinished: (conversationId) =>
      read(async ({ toolStart, message }) => {
        const results = await message.findMany({
          where: { conversationId, kind: "result" },
          select: { toolCallId: true },
        });
        const finished = new Set(results.map((row) => row.toolCallId));
        const starts = await toolStart.findMany({
          where: { conversationId },
          orderBy: [{ attempt: "asc" }, { startedAt: "asc" }, { callIndex: "asc" }],
        });
        const newestAttempts = new Map(starts.map((start) => [start.toolCallId, start]));
        return [...newestAttempts.values()]
          .filter((start) => !finished.has(start.toolCallId))
          .map((start) => ({ ...omitNulls(start), startedAt: Number(start.startedAt) }));
      }),
  };
}
