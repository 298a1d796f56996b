import { estimateMessage, planPreview, renderPreview, storeEstimate, userMessageBound } from "#lib/context/index.ts";
import type { NextRow } from "#lib/store/index.ts";
import type { Runtime } from "./runtime.ts";

/**
 * A message as a row: stored whole. How much of a very large one is sent is fixed here, with the row, whatever the budget is later.
 * @param budget tokens
 */
export function userRow(
  runtime: Pick<Runtime, "estimates">,
  message: { id: string; kind: "person" | "handoff" | "instruction" | "steer"; text: string; runId?: string },
  budget: number,
): NextRow {
  const { id, kind, text, runId } = message;
  const preview = planPreview(text, userMessageBound({ budget }));
  const content = preview ? renderPreview(text, preview, `/conversation_history/${id}`) : text;
  runtime.estimates.computed++;
  return {
    ...{ id, kind },
    content: [{ type: "text", text }],
    estimate: storeEstimate(estimateMessage({ role: "user", content })),
    ...(preview && { preview }),
    ...(runId && { runId }),
  };
}
