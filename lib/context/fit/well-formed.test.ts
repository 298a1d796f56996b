import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairStrings } from "./well-formed.ts";

describe("repairStrings", () => {
  test("returns the same object where nothing is wrong", () => {
    const bytes = new Uint8Array(3);
    const value = {
      text: "ok 📁",
      list: [1, Number.NaN, null, undefined, { bytes }],
      url: new URL("https://example.org"),
    };
    expect(repairStrings(value)).toBe(value);
  });

  test("replaces lone surrogates and NUL at any depth, keys too, and copies only what changed", () => {
    const untouched = { a: "b" };
    const value = { untouched, list: ["a\0b", { "k\ud800": "\udc00" }] };
    expect(repairStrings(value)).toEqual({ untouched, list: ["a\u2400b", { "k\ufffd": "\ufffd" }] });
    expect(repairStrings(value).untouched).toBe(untouched);
  });

  test("keeps a key named __proto__ an own key", () => {
    const value: unknown = JSON.parse('{"__proto__":"a\\u0000"}');
    expect(JSON.stringify(repairStrings(value))).toBe('{"__proto__":"a\u2400"}');
  });

  test("leaves every JSON value well-formed and is done after one pass", () => {
    const broken = fc.string({ unit: fc.constantFrom("a", "\0", "\ud83d", "\udcc1", "é"), maxLength: 8 });
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), broken, (value, text) => {
        const repaired = repairStrings({ value, nested: [text] });
        const json = JSON.stringify(repaired);
        expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/);
        expect(repairStrings(repaired)).toBe(repaired);
      }),
    );
  });
});
