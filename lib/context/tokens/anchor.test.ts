import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anchorScale, countExotic, measureFactor, unmeasuredExtra } from "./anchor.ts";

describe("anchorScale", () => {
  test("before the first answer is cautious, and never below a plain estimate", () => {
    expect(anchorScale({})).toEqual({ offset: 0, factor: 1.1 });
    expect(anchorScale({ keptFactor: 2 })).toEqual({ offset: 0, factor: 2.2 });
    expect(anchorScale({ keptFactor: 0.6 })).toEqual({ offset: 0, factor: 1.1 });
  });

  test("reproduces the measurement, also where the factor is clamped", () => {
    const count = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(count, count, (measured, estimate) => {
        const { offset, factor } = anchorScale({ last: { measured, estimate } });
        expect(factor).toBeGreaterThanOrEqual(0.5);
        expect(factor).toBeLessThanOrEqual(8);
        expect(offset + factor * estimate).toBeCloseTo(measured, 3);
      }),
    );
  });

  test("learns nothing from a figure that makes no sense", () => {
    expect(measureFactor({ measured: 0, estimate: 100 })).toBeUndefined();
    expect(measureFactor({ measured: 100, estimate: 0 })).toBeUndefined();
    expect(measureFactor({ measured: Number.NaN, estimate: 5 })).toBeUndefined();
    expect(anchorScale({ last: { measured: 0, estimate: 100 }, keptFactor: 2 })).toEqual({ offset: 0, factor: 2.2 });
  });
});

describe("unmeasuredExtra", () => {
  test("lifts an unmeasured item to max(1, factor)", () => {
    expect(unmeasuredExtra({ estimate: 100, factor: 0.5 })).toBe(50);
    expect(unmeasuredExtra({ estimate: 100, factor: 1.5 })).toBe(0);
  });

  test("makes exotic units count three tokens each, whatever the factor", () => {
    for (const factor of [0.5, 1, 1.1, 2, 6]) {
      const estimate = 500;
      const exoticUnits = 1000;
      expect(factor * estimate + unmeasuredExtra({ estimate, factor, exoticUnits })).toBeCloseTo(3000, 0);
    }
    expect(unmeasuredExtra({ estimate: 500, factor: 8, exoticUnits: 1000 })).toBe(0);
  });
});

describe("countExotic", () => {
  test.each([
    ["plain ASCII\0\n", 0],
    ["naïve Đặng ſ ɐ", 0],
    ["Привет Ёлка ἄνθρωπος", 0],
    ["שלום مرحبا ﷺ नमस्ते สวัสดี", 0],
    ["漢字 かな 한국 \u{20000} ＡＢ", 0],
    ["“quoted” – … e\u0301", 0],
    ["አማርኛ", 4],
    ["မြန်", 4],
    ["ქართ", 4],
    ["հայ", 3],
    ["தமிழ்", 5],
    ["বাং", 3],
    ["😀", 2],
    ["\ud800", 1],
  ])("%j has %i", (text, units) => {
    expect(countExotic(text)).toBe(units);
  });
});
