import type { Database } from "./database.ts";
import type { LiveSteps } from "./run-types.ts";

export function openLive({ read, statement, now }: Database): LiveSteps {
  return {
    put: ({ conversationId, runId, stepId, attempt, content }) =>
      statement(async ({ live }) => {
        const step = { runId, stepId, attempt, content: JSON.stringify(content), updatedAt: BigInt(now()) };
        await live.upsert({ where: { conversationId }, create: { conversationId, ...step }, update: step });
      }),

    get: (conversationId) =>
      read(async ({ live }) => {
        const step = await live.findUnique({ where: { conversationId } });
        return step ? { ...step, content: JSON.parse(step.content), updatedAt: Number(step.updatedAt) } : undefined;
      }),

    remove: (conversationId) =>
      statement(async ({ live }) => void (await live.deleteMany({ where: { conversationId } }))),
  };
}
