import fc from "fast-check";
import { countTokens as exact } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countTokens, cutPieces, takeTokens } from "./count-tokens.ts";

const anyText = fc.string({ unit: "binary", maxLength: 2000 });

describe("cutting a text into pieces", () => {
  it("loses nothing, keeps code points whole and pieces short", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = [...cutPieces(text)];
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(256);
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("counting tokens", () => {
  it("is what the tokenizer says of ordinary prose", () => {
    const prose = "The quick brown fox jumps over the lazy dog, and 12 more do so. ".repeat(200);
    expect(countTokens(prose)).toBe(exact(prose));
  });

  it("counts long runs without a space", () => {
    expect(countTokens("a".repeat(40_000))).toBeGreaterThan(4000);
    expect(countTokens("字".repeat(10_000))).toBeGreaterThan(4000);
  });
});

describe("taking the first tokens of a text", () => {
  it("is a beginning of the text within the limit", () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 300 }), (text, limit) => {
        const taken = takeTokens(text, limit);
        expect(text.startsWith(taken)).toBe(true);
        expect([...cutPieces(taken)].reduce((sum, piece) => sum + countTokens(piece), 0)).toBeLessThanOrEqual(
          limit + 2,
        );
        expect(taken.isWellFormed()).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
