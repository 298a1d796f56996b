import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEstimator, type ProfileName } from "./create-estimator.ts";
import { estimateMessage } from "./estimate-message.ts";
import { estimateRequest } from "./estimate-request.ts";
import { estimateText } from "./estimate-text.ts";
import profiles from "./profiles.json" with { type: "json" };
import { DEFAULT_PROFILE } from "./stored-estimate.ts";

const FAMILIES = Object.keys(profiles) as ProfileName[];

/** A tokenizer that is easy to reckon with: three units make a token. */
const thirds = (piece: string) => Math.ceil(piece.length / 3);

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary-ascii" }),
);

describe("the plain rule", () => {
  test("is one profile among others, and gives what its functions give", () => {
    const plain = createEstimator("script");
    const message = { role: "user" as const, content: "Привет, мир" };
    const request = { instructions: "Be brief.", tools: [{ name: "stop", inputSchema: {} }], messages: [message] };
    expect(plain.rule).toEqual(DEFAULT_PROFILE);
    expect(plain.text("Привет, мир")).toBe(estimateText("Привет, мир"));
    expect(plain.message(message)).toBe(estimateMessage(message));
    expect(plain.request(request)).toBe(estimateRequest(request));
  });
});

describe.each(FAMILIES)("the table of %s", (profile) => {
  const { text, rule } = createEstimator(profile);

  test("names itself", () => expect(rule).toEqual({ profile, version: 1 }));

  test("gives a whole number for any text, well-formed or not, and nothing for nothing", () => {
    expect(text("")).toBe(0);
    fc.assert(fc.property(anyText, (value) => Number.isSafeInteger(text(value)) && text(value) >= 0));
    expect(text("\ud83d")).toBeGreaterThan(0);
    expect(text("\0")).toBeGreaterThan(0);
  });

  test("never counts less for more text", () => {
    fc.assert(fc.property(anyText, anyText, (a, b) => text(a + b) >= text(a) - 1));
  });

  test("knows that dense text is dear, and that runs of spaces are cheap", () => {
    const prose = text("Everyone has the right to life, liberty and security of person. ".repeat(100)) / 6_400;
    expect(text("q9XzB7kLp2Wm4Rt8Vs3Yd6Hf".repeat(100)) / 2_400).toBeGreaterThan(1.5 * prose);
    expect(text(" ".repeat(4_000)) / 4_000).toBeLessThan(prose / 2);
  });
});

test("the unknown model is as dear as the dearest family, text by text", () => {
  const unknown = createEstimator("unknown");
  const families = FAMILIES.map((profile) => createEstimator(profile));
  fc.assert(fc.property(anyText, (value) => families.every((family) => family.text(value) <= unknown.text(value))));
});

describe("with samples", () => {
  const sampled = createEstimator("o200k", { tokenizer: thirds });

  test("names another rule than without, so that stored estimates are not mixed", () => {
    expect(sampled.rule).not.toEqual(createEstimator("o200k").rule);
  });

  test("a short text is counted whole", () => {
    expect(sampled.text("abcdef")).toBe(2);
    expect(sampled.text("a".repeat(1_280))).toBe(10 * thirds("a".repeat(128)));
  });

  test("a long text is as dear as its samples, and a little more", () => {
    const text = "Everyone has the right to life, liberty and security of person. ".repeat(5_000);
    expect(sampled.text(text) / (text.length / 3)).toBeGreaterThan(1);
    expect(sampled.text(text) / (text.length / 3)).toBeLessThan(1.03);
  });

  test("each kind of text in a mixed one is judged by samples of its own", () => {
    const latin = "Everyone has the right to life. ".repeat(4_000);
    const cyrillic = "Каждый человек имеет право на жизнь. ".repeat(200);
    // A tokenizer to which only Cyrillic is dear: a share of 5 % of the text, which samples spread evenly might miss.
    const tokenizer = (piece: string) => (/[а-я]/i.test(piece) ? piece.length * 2 : piece.length / 4);
    const expected = latin.length / 4 + cyrillic.length * 2;
    const { text } = createEstimator("o200k", { tokenizer });
    for (const value of [latin + cyrillic, cyrillic + latin, latin + cyrillic + latin.slice(0, 300)]) {
      expect(text(value) / expected).toBeGreaterThan(0.97);
      expect(text(value) / expected).toBeLessThan(1.1);
    }
  });

  test("the tokenizer is asked for small pieces and few of them, however long the text", () => {
    const asked: number[] = [];
    const { text } = createEstimator("qwen", {
      tokenizer: (piece) => {
        asked.push(piece.length);
        return thirds(piece);
      },
    });
    text("漢".repeat(300_000) + "a".repeat(300_000));
    expect(Math.max(...asked)).toBeLessThanOrEqual(256);
    expect(asked.reduce((sum, length) => sum + length, 0)).toBeLessThan(25_000);
  });
});
