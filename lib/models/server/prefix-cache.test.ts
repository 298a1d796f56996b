import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureItems } from "./measure-items.ts";
import { createPrefixCache } from "./prefix-cache.ts";

const measure = (texts: string[]) => measureItems(texts.map((text) => ({ text, extraTokens: 0 }))).items;
const sizeOf = (texts: string[]) => measure(texts).reduce((sum, item) => sum + item.tokens, 0);
const text = fc.nat({ max: 3 }).map((kind) => `message ${kind} `.repeat(120));
const texts = fc.array(text, { maxLength: 8 });

describe("the prefix cache", () => {
  it("finds the longest whole items that any earlier request began with", () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 6 }), texts, (earlier, next) => {
        const cache = createPrefixCache();
        for (const request of earlier) cache.add("m", measure(request));
        const shared = Math.max(
          0,
          ...earlier
            .map((request) => next.findIndex((one, i) => one !== request[i]))
            .map((i) => (i < 0 ? next.length : i)),
        );
        const wholeItems = sizeOf(next.slice(0, shared));
        const cached = cache.match("m", measure(next));
        expect(cached % 128).toBe(0);
        expect(cached === 0 || cached >= 1024).toBe(true);
        expect(cached).toBeLessThanOrEqual(sizeOf(next));
        if (earlier.length > 0 && wholeItems >= 1024) expect(cached).toBeGreaterThan(wholeItems - 128);
      }),
      { numRuns: 80 },
    );
  });

  it("goes on inside the first item that differs", () => {
    const cache = createPrefixCache();
    const beginning = "one two three ".repeat(1000);
    cache.add("m", measure([`${beginning}END`]));
    const cached = cache.match("m", measure([`${beginning}other end`]));
    expect(cached).toBeGreaterThan(sizeOf([beginning]) - 160);
    expect(cached).toBeLessThanOrEqual(sizeOf([beginning]));
  });

  it("is separate for each model and empty after clearing", () => {
    const cache = createPrefixCache();
    const items = measure(["word ".repeat(3000)]);
    cache.add("m", items);
    expect(cache.match("other", items)).toBe(0);
    expect(cache.match("m", items)).toBeGreaterThan(2000);
    cache.clear();
    expect(cache.match("m", items)).toBe(0);
  });
});
