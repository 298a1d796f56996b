import type { Price } from "./known-models.ts";

/** Measured tokens of one call; the SDK's usage has this shape. Input includes what came from the cache. */
export interface MeasuredUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined } | undefined;
}

const MILLION = 1_000_000;

/** US dollars of one call; undefined where the price or a measurement is missing, for a guess would look like a bill. */
export function costOf(usage: MeasuredUsage, price: Price | undefined): number | undefined {
  const { inputTokens, outputTokens } = usage;
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const cachedTokens = Math.min(inputTokens, usage.inputTokenDetails?.cacheReadTokens ?? 0);
  const tariff = price.long && inputTokens > price.long.over ? price.long : price;
  const input = (inputTokens - cachedTokens) * tariff.input + cachedTokens * (tariff.cached ?? tariff.input);
  return (input + outputTokens * tariff.output) / MILLION;
}
