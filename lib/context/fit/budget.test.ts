import { expect, test } from "vitest";
import { defaultReservedOutput, resolveBudget } from "./budget.ts";

test("reserves a quarter of the window for the answer, at most 32,000", () => {
  expect([4_096, 128_000, 1_000_000].map(defaultReservedOutput)).toEqual([1_024, 32_000, 32_000]);
});

test("the budget is 400,000 or what the window leaves", () => {
  expect(resolveBudget({ window: 128_000 })).toEqual({ budget: 96_000, reservedOutput: 32_000, clamped: false });
  expect(resolveBudget({ window: 1_000_000 }).budget).toBe(400_000);
  expect(resolveBudget({ window: 1_000, reservedOutput: 4_000 }).budget).toBe(0);
});

test("a budget that was asked for is taken, or lowered with a mark", () => {
  expect(resolveBudget({ window: 128_000, explicit: 50_000 })).toMatchObject({ budget: 50_000, clamped: false });
  expect(resolveBudget({ window: 128_000, explicit: 500_000 })).toMatchObject({ budget: 96_000, clamped: true });
});
