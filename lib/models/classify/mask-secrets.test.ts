import fc from "fast-check";
import { expect, it } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

it.each([
  "Incorrect API key provided: sk-proj-abcDEF0123456789.",
  "Incorrect API key provided: sk-ab***abcDEF0123.",
  "Authorization: Bearer abcDEF0123.xyz was refused",
  "see https://name:abcDEF0123@proxy.example/v1",
  "GET /v1?api_key=abcDEF0123&alt=sse failed",
  '{"token": "abcDEF0123"}',
  "key AIzaSyabcDEF0123456789 is not valid",
])("hides the secret in %j", (text) => {
  expect(maskSecrets(text)).not.toContain("abcDEF0123");
  expect(maskSecrets(text)).toContain("[key]");
});

it("shortens payloads and leaves plain sentences and numbers alone", () => {
  expect(maskSecrets(`The encrypted content ${"gAAAAB".repeat(40)}== could not be verified`)).toBe(
    "The encrypted content […] could not be verified",
  );
  const sentence = "max_tokens is too large: 100000. Requested token count exceeds 16384 tokens in task-force mode.";
  expect(maskSecrets(sentence)).toBe(sentence);
});

it("is bounded and well-formed for every text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 3_000 }), (text, times) => {
      const masked = maskSecrets(text.repeat(times).slice(0, 5_000));
      expect(masked.length).toBeLessThanOrEqual(2_000);
      expect(masked.isWellFormed()).toBe(true);
    }),
    { numRuns: 50 },
  );
});
