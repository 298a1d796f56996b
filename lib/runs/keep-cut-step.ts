import { plainEstimator, storeEstimate } from "#lib/context/index.ts";
import { countBoth } from "./count-rows.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Text that a crash cut off becomes a row that is shown and never sent. Whoever watches is told: a viewer may have come back
 * before the row was there.
 */
export async function keepCutStep({ store, hub, estimates }: Runtime, chatId: string): Promise<void> {
  const cut = await store.live.get(chatId);
  if (!cut) return;
  const isStored = await store.messages.get(cut.stepId);
  if (isStored || cut.content.length === 0) return store.live.remove(chatId);
  // Never sent, so that one rule is enough.
  const counts = countBoth({ estimates }, plainEstimator, (by) =>
    by.message({ role: "assistant", content: cut.content as never }),
  );
  const row = {
    ...{ id: cut.stepId, seq: await store.messages.nextSeq(chatId), kind: "step" as const },
    ...{ state: "interrupted" as const, content: cut.content, runId: cut.runId },
    ...{ estimate: storeEstimate(counts), offPath: true },
  };
  await store.messages.append(chatId, [row], { removeLive: true });
  hub.commit(chatId, { seq: row.seq, id: row.id, role: "assistant", kind: row.kind });
}
