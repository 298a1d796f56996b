import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateText, weighText } from "./estimate-text.ts";

describe("estimateText", () => {
  test("counts a Russian chapter as exactly 43,423 tokens", () => {
    expect(estimateText("a".repeat(26_492) + "ж".repeat(73_600))).toBe(43_423);
    expect(estimateText(`${"ж".repeat(36_800)}${" ".repeat(26_492)}${"Ж".repeat(36_800)}`)).toBe(43_423);
  });

  test.each([
    ["", 0],
    ["a", 1],
    ["abcd", 1],
    ["abcde", 2],
    ["\0\n\t~", 1],
    ["漢字", 2],
    ["かなカナ", 4],
    ["ㄅㄆ", 2],
    ["한국", 2],
    ["\u1112\u1161", 2],
    ["。、「」", 4],
    ["ＡＢ", 2],
    ["привет!!", 4],
    ["éé", 1],
    ["ܐܐ", 1],
    ["😀", 1],
    ["😀😀😀", 3],
    ["\u{20000}", 2],
    ["\u{30000}", 2],
    ["\u{1B000}", 2],
    ["\ud800\ud800", 1],
    ["\ud840", 1],
    ["䷀䷁", 1],
  ])("%j costs %i", (text, tokens) => {
    expect(estimateText(text)).toBe(tokens);
  });

  test("sums before rounding, so cutting a text on whole characters changes nothing", () => {
    const anyText = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        expect(weighText(first) + weighText(second)).toBe(weighText(first + second));
        expect(estimateText(first + second)).toBeLessThanOrEqual(estimateText(first) + estimateText(second));
      }),
    );
  });

  test("takes one pass over unbroken runs", () => {
    expect(estimateText("a".repeat(2_000_000))).toBe(500_000);
    expect(estimateText("漢".repeat(200_000))).toBe(200_000);
  });
});
