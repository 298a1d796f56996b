import { expect, test } from "vitest";
import { defaultReservedOutput } from "./reserved-output.ts";

test("reserves a quarter of the window for the answer, at most 32,000", () => {
  expect([4_096, 128_000, 1_000_000].map(defaultReservedOutput)).toEqual([1_024, 32_000, 32_000]);
});
