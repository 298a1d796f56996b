import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitText } from "./split-text.ts";

describe("pieces of a long text", () => {
  it("join to the same text and never cut a code point", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "\n", "é", "漢", "📁", " "), maxLength: 200 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, size) => {
        const pieces = splitText(text, size);
        expect(pieces.join("")).toBe(text);
        expect(pieces.every((piece) => piece.isWellFormed() && piece.length > 0 && piece.length <= size + 1)).toBe(
          true,
        );
      }),
      { numRuns: 200 },
    );
  });

  it("end at line ends where they can", () => {
    expect(splitText("one\ntwo\nthree\n", 9)).toEqual(["one\ntwo\n", "three\n"]);
  });
});
