import { z } from "zod";
import type { Store } from "#lib/store/index.ts";

const schema = z.object({
  /** Tokens per run, subagents included; a cached one counts a tenth. */
  spendLimit: z.number().positive().default(50_000_000),
  /** The same call with the same result so often in a row pauses the run. */
  repetitionLimit: z.number().int().min(2).default(5),
  subagentsAtOnce: z.number().int().min(1).default(8),
  subagentsPerRun: z.number().int().min(0).default(64),
  /** A subagent without any event for so long is ended. */
  subagentStallMs: z
    .number()
    .int()
    .positive()
    .default(15 * 60_000),
});

export type RunSettings = z.infer<typeof schema>;

/** Guards and limits of runs: the stored ones, and the defaults for the rest. A stored value that makes no sense is as if it were not there. */
export async function readRunSettings(store: Store): Promise<RunSettings> {
  const stored = schema.safeParse((await store.settings.get("run")) ?? {});
  return stored.success ? stored.data : schema.parse({});
}
