import { expect, it } from "vitest";
import { costOf } from "./cost-of.ts";

const price = { input: 2, cached: 0.5, output: 8, long: { over: 200_000, input: 4, cached: 1, output: 12 } };

it("counts cached input at its own price, as part of the input", () => {
  const usage = { inputTokens: 100_000, outputTokens: 10_000, inputTokenDetails: { cacheReadTokens: 80_000 } };
  expect(costOf(usage, price)).toBeCloseTo(0.02 * 2 + 0.08 * 0.5 + 0.01 * 8, 12);
  expect(costOf({ inputTokens: 100_000, outputTokens: 0 }, price)).toBeCloseTo(0.2, 12);
});

it("charges cached input in full where the provider takes nothing off", () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0, inputTokenDetails: { cacheReadTokens: 500_000 } };
  expect(costOf(usage, { input: 3, output: 15 })).toBeCloseTo(3, 12);
});

it("charges the whole request at the long tariff once its input is long", () => {
  expect(costOf({ inputTokens: 200_000, outputTokens: 0 }, price)).toBeCloseTo(0.4, 12);
  expect(costOf({ inputTokens: 200_001, outputTokens: 1_000_000 }, price)).toBeCloseTo(0.800004 + 12, 12);
});

it("is unknown, not zero, without a price or a measurement", () => {
  expect(costOf({ inputTokens: 10, outputTokens: 10 }, undefined)).toBeUndefined();
  expect(costOf({ inputTokens: undefined, outputTokens: 10 }, price)).toBeUndefined();
  expect(costOf({ inputTokens: 10, outputTokens: undefined }, price)).toBeUndefined();
});
