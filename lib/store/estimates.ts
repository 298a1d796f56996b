import type { Database } from "./database.ts";
import type { Estimates } from "./store.ts";

/** So many values fit into one statement of any database. */
const AT_ONCE = 1_000;

export function openEstimates({ read, statement }: Database): Estimates {
  return {
    get: (conversationId, rule) =>
      read(async ({ estimate }) => {
        const rows = await estimate.findMany({
          where: { conversationId, rule: nameOf(rule) },
          select: { messageId: true, tokens: true },
        });
        return new Map(rows.map(({ messageId, tokens }) => [messageId, tokens]));
      }),

    async add(conversationId, rule, counts) {
      const data = [...counts].map(([messageId, tokens]) => ({
        messageId,
        conversationId,
        rule: nameOf(rule),
        tokens,
      }));
      for (let from = 0; from < data.length; from += AT_ONCE) {
        await statement(
          async ({ estimate }) => void (await estimate.createMany({ data: data.slice(from, from + AT_ONCE) })),
        );
      }
    },
  };
}

const nameOf = ({ profile, version }: { profile: string; version: number }): string => `${profile} ${version}`;
