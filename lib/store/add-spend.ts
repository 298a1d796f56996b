import type { Transaction } from "./database.ts";

/** Answers the new sum. Tokens. */
export async function addSpend(
  { run }: Pick<Transaction, "run">,
  { runId, tokens }: { runId: string; tokens: number },
): Promise<number> {
  const data = { spent: { increment: tokens } };
  return (await run.update({ where: { id: runId }, data, select: { spent: true } })).spent;
}
