import { expect, it } from "vitest";
import { emptyEvidence } from "./evidence.ts";
import { readRetryAfter } from "./read-retry-after.ts";

const fromHeaders = (headers: Record<string, string>) => readRetryAfter({ ...emptyEvidence(), headers });
const fromSentence = (sentence: string) => readRetryAfter({ ...emptyEvidence(), messages: [sentence] });

it("takes the most exact header first", () => {
  expect(fromHeaders({ "retry-after-ms": "1500", "retry-after": "2" })).toBe(1_500);
  expect(fromHeaders({ "retry-after": "4", "x-ratelimit-reset-tokens": "3.4s" })).toBe(4_000);
  expect(fromHeaders({ "x-ratelimit-reset-tokens": "6m0s" })).toBe(360_000);
});

it("measures a date against the clock of the same response", () => {
  const date = "Wed, 01 Jan 2025 00:00:00 GMT";
  expect(fromHeaders({ date, "retry-after": "Wed, 01 Jan 2025 00:00:30 GMT" })).toBe(30_000);
  expect(fromHeaders({ date, "retry-after": "Tue, 31 Dec 2024 23:59:00 GMT" })).toBe(0);
  expect(fromHeaders({ "retry-after": "Wed, 01 Jan 2025 00:00:30 GMT" })).toBeUndefined();
});

it.each([
  ["Please try again in 3.4s.", 3_400],
  ["Please try again in 250ms. Visit the site.", 250],
  ["Please try again in 1m26.4s.", 86_400],
  ["Please retry after 20 seconds.", 20_000],
  ["Please retry in 37.4s", 37_400],
  ["Try again in 2 minutes.", 120_000],
])("reads %j", (sentence, ms) => {
  expect(fromSentence(sentence)).toBe(ms);
});

it("does not read a moment or a plain sentence as a delay", () => {
  expect(fromHeaders({ "x-ratelimit-reset-tokens": "1735689600" })).toBeUndefined();
  expect(fromSentence("Please adjust your input and try again.")).toBeUndefined();
});
