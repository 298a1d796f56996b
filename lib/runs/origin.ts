import { createHash } from "node:crypto";
import type { LogEntry, StepEntry } from "#lib/agent/types.ts";
import type { LogRow } from "#lib/store/index.ts";
import type { Provider } from "./runtime.ts";

/**
 * Names who made a step: model, provider and key, as a digest that tells none of them. Item ids and encrypted reasoning are worth
 * something to their maker alone.
 */
export function originOf({ baseURL, apiKey, modelId, practice }: Provider): string {
  // The practice model has another port and key at every start, and nothing of its answers depends on them.
  const maker = practice ? modelId : JSON.stringify([baseURL, apiKey, modelId]);
  return createHash("sha256").update(maker).digest("hex").slice(0, 16);
}

/**
 * A step of another maker, without what only that one understands: a provider refuses reasoning that it cannot decrypt, and ids
 * that it never gave. Steps from before origins were kept go by their model.
 */
export function withoutForeign(entry: LogEntry, row: LogRow, provider: Provider): LogEntry {
  if (entry.role !== "assistant") return entry;
  const { origin, model } = row.detail ?? {};
  const isOwn =
    origin === undefined ? model === undefined || model === provider.modelId : origin === originOf(provider);
  return isOwn ? entry : { ...entry, content: entry.content.flatMap(withoutOptions) };
}

function withoutOptions(part: StepEntry["content"][number]): StepEntry["content"] {
  if (part.type === "reasoning" && part.text.trim() === "") return [];
  return ["providerOptions" in part ? { ...part, providerOptions: undefined } : part] as StepEntry["content"];
}
