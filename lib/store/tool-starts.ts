import type { Database } from "./database.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { ToolStarts } from "./run-types.ts";

export function openToolStarts({ read, statement, now }: Database): ToolStarts {
  return {
    insert: (starts) =>
      statement(async ({ toolStart }) => {
        const startedAt = BigInt(now());
        await toolStart.createMany({ data: starts.map((start) => ({ ...start, startedAt })) });
      }),

    unfinished: (conversationId, toolCallIds) =>
      read(async ({ toolStart, message }) => {
        const where = { conversationId, toolCallId: { in: [...toolCallIds] } };
        const results = await message.findMany({ where, select: { toolCallId: true } });
        const finished = new Set(results.map((row) => row.toolCallId));
        const starts = await toolStart.findMany({ where, orderBy: { attempt: "asc" } });
        const newest = new Map(starts.map((start) => [start.toolCallId, start]));
        return [...newest.values()]
          .filter((start) => !finished.has(start.toolCallId))
          .sort((a, b) => a.callIndex - b.callIndex)
          .map((start) => ({ ...omitNulls(start), startedAt: Number(start.startedAt) }));
      }),
  };
}
