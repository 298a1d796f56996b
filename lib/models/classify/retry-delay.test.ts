import fc from "fast-check";
import { expect, it } from "vitest";
import { retryDelay } from "./retry-delay.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it("never waits longer than a minute, whatever the provider asks", () => {
  fc.assert(
    fc.property(fc.option(fc.nat(), { nil: undefined }), fc.nat(2_000), random, (retryAfterMs, attempt, chance) => {
      const ms = retryDelay(retryAfterMs === undefined ? {} : { retryAfterMs }, attempt, () => chance);
      expect(Number.isInteger(ms)).toBe(true);
      expect(ms).toBeLessThanOrEqual(60_000);
    }),
  );
});

it("never undercuts a named delay that fits", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60_000 }), random, (retryAfterMs, chance) => {
      expect(retryDelay({ retryAfterMs }, 1, () => chance)).toBeGreaterThanOrEqual(retryAfterMs);
    }),
  );
});

it("doubles from retry to retry, with half of the wait at random", () => {
  const waits = [1, 2, 3, 4, 5].map((attempt) => [
    retryDelay({}, attempt, () => 0),
    retryDelay({}, attempt, () => 0.5),
  ]);
  expect(waits).toEqual([
    [500, 750],
    [1_000, 1_500],
    [2_000, 3_000],
    [4_000, 6_000],
    [8_000, 12_000],
  ]);
});

it("takes a named delay of nothing for no answer", () => {
  expect(retryDelay({ retryAfterMs: 0 }, 3, () => 0)).toBe(2_000);
});
