import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planPreview, previewBounds, renderPreview, userMessageBound } from "./offload.ts";
import { estimateText } from "./tokens/estimate-text.ts";

const PATH = `/large_tool_results/${"c".repeat(64)}`;

describe("bounds", () => {
  test("a result may have 20,000 tokens, a quarter of the budget, or its share of half of it", () => {
    expect(previewBounds({ budget: 400_000, callsInStep: 1 })).toBe(20_000);
    expect(previewBounds({ budget: 40_000, callsInStep: 1 })).toBe(10_000);
    expect(previewBounds({ budget: 40_000, callsInStep: 8 })).toBe(2_500);
    expect(previewBounds({ budget: 400_000, callsInStep: 1, factor: 2 })).toBe(10_000);
    expect(previewBounds({ budget: 400_000, callsInStep: 0, factor: 0.5 })).toBe(40_000);
  });

  test("a user message may have 50,000 tokens or half of the budget", () => {
    expect(userMessageBound({ budget: 400_000 })).toBe(50_000);
    expect(userMessageBound({ budget: 30_000 })).toBe(15_000);
  });
});

describe("planPreview", () => {
  test("leaves a text within the bound alone", () => {
    expect(planPreview("a".repeat(400), 100)).toBeUndefined();
    expect(planPreview("a".repeat(401), 100)).toBeDefined();
  });

  test("keeps the rendered preview within the bound, well-formed, and made of the two ends", () => {
    const piece = fc.constantFrom("a line\n", "слово ", "漢字", "📁", "\n", "\u{20000}", "x".repeat(90), "é");
    const anyText = fc.array(piece, { minLength: 30, maxLength: 400 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(anyText, fc.integer({ min: 128, max: 1500 }), (text, bound) => {
        const plan = planPreview(text, bound);
        const preview = plan ? renderPreview(text, plan, PATH) : text;
        expect(estimateText(preview)).toBeLessThanOrEqual(bound);
        expect(preview.isWellFormed()).toBe(true);
        if (!plan) return;
        expect(preview.startsWith(text.slice(0, plan.head))).toBe(true);
        expect(preview.endsWith(text.slice(text.length - plan.tail))).toBe(true);
        expect(preview).toContain(PATH);
        expect(preview).toContain(String(text.length));
      }),
    );
  });

  test("cuts one endless line anywhere but inside a character", () => {
    for (let shift = 0; shift < 30; shift++) {
      const text = "a".repeat(1000 + shift) + "📁".repeat(5000) + "b".repeat(shift);
      const plan = planPreview(text, 700);
      expect(plan?.head).toBeGreaterThan(500);
      expect(plan?.tail).toBeGreaterThan(500);
      expect(renderPreview(text, plan ?? { head: 0, tail: 0 }, PATH).isWellFormed()).toBe(true);
    }
  });

  test("ends the head and begins the tail at a line where one is near", () => {
    const text = Array.from({ length: 2000 }, (_, line) => `line ${line}`).join("\n");
    const plan = planPreview(text, 400);
    const lines = renderPreview(text, plan ?? { head: 0, tail: 0 }, PATH).split("\n");
    expect(lines[0]).toBe("line 0");
    expect(lines.at(-1)).toBe("line 1999");
    expect(lines.filter((line) => !/^line \d+$/.test(line))).toHaveLength(1);
    expect(lines.length).toBeGreaterThan(100);
  });

  test("does not give up most of an end for a line that is far away", () => {
    const text = `title\n${"x".repeat(20_000)}\nend`;
    const plan = planPreview(text, 628);
    expect(plan).toEqual({ head: 1_000, tail: 1_000 });
  });

  test("falls back to the middle line alone under a tiny bound", () => {
    const plan = planPreview("a".repeat(10_000), 5);
    expect(plan).toEqual({ head: 0, tail: 0 });
    expect(renderPreview("a".repeat(10_000), plan ?? { head: 1, tail: 1 }, PATH)).toMatch(/^\[… 10000 of 10000 .*\]$/);
  });
});
