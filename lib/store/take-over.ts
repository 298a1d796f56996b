import { hash } from "node:crypto";
import type { Transaction } from "./database.ts";
import { toRun } from "./insert-run.ts";
import type { Run, Runs } from "./run-types.ts";

type Claim = Parameters<Runs["takeOver"]>[0];

/** Takes a run that nobody works on, and counts how often in a row its process died at the same place. */
export async function takeOverRun(transaction: Transaction, claim: Claim, now: number): Promise<Run | undefined> {
  const { id, holder, aliveFrom = Number.POSITIVE_INFINITY, aliveTo = Number.NEGATIVE_INFINITY } = claim;
  const run = await transaction.run.findUnique({ where: { id } });
  if (run?.status !== "running") return undefined;
  const isOwn = run.holder === holder;
  const lastSign = Number(run.heartbeatAt);
  if (!isOwn && run.holder !== null && lastSign >= aliveFrom && lastSign <= aliveTo) return undefined;
  const hasCrashed = !isOwn && run.holder !== null;
  const progress = await progressOf(transaction, run.conversationId);
  const crashes = hasCrashed ? (run.progress === progress ? run.crashes + 1 : 1) : run.crashes;
  const data = { holder, heartbeatAt: BigInt(now), ...(hasCrashed && { crashes, progress }) };
  return toRun(await transaction.run.update({ where: { id }, data }));
}

/** Changes with every row that the run or one of its subagents adds to its path. */
async function progressOf({ conversation }: Transaction, id: string): Promise<string> {
  const leaves = await conversation.findMany({
    where: { OR: [{ id }, { parentId: id }] },
    select: { id: true, leafId: true },
    orderBy: { id: "asc" },
  });
  return hash("sha256", JSON.stringify(leaves.map((each) => [each.id, each.leafId])), "hex");
}
