import { type Estimator, planPreview, renderPreview, storeEstimate, userMessageBound } from "#lib/context/index.ts";
import type { NextRow } from "#lib/store/index.ts";
import { countBoth } from "./count-rows.ts";
import { currentEstimator } from "./counting.ts";
import type { Runtime } from "./runtime.ts";

/**
 * A message as a row: stored whole. How much of a very large one is sent is fixed here, with the row, whatever the budget is later.
 * @param budget tokens
 * @param estimator of the run that will read it; by default of the next one
 */
export function userRow(
  runtime: Pick<Runtime, "estimates" | "provider" | "tokenizers" | "log">,
  message: { id: string; kind: "person" | "handoff" | "instruction" | "steer"; text: string; runId?: string },
  budget: number,
  estimator: Estimator = currentEstimator(runtime),
): NextRow {
  const { id, kind, text, runId } = message;
  const preview = planPreview(text, userMessageBound({ budget }));
  const content = preview ? renderPreview(text, preview, `/conversation_history/${id}`) : text;
  const counts = countBoth(runtime, estimator, (by) => by.message({ role: "user", content }));
  return {
    ...{ id, kind },
    content: [{ type: "text", text }],
    estimate: storeEstimate(counts, estimator.rule),
    ...(preview && { preview }),
    ...(runId && { runId }),
  };
}
