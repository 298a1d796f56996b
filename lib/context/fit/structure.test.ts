import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { findHeadEnd, findLastAssistant, findRoundStarts, findTurnStarts } from "./structure.ts";

const roles = { u: "user", a: "assistant", t: "tool" } as const;
const list = (letters: string): ModelMessage[] =>
  [...letters].map((letter) => {
    const role = roles[letter as keyof typeof roles];
    return role === "tool" ? { role, content: [] } : { role, content: "x" };
  });

test.each([
  ["", []],
  ["u", [0]],
  ["uatatau", [0, 6]],
  ["uatutau", [0, 6]],
  ["uauuatu", [0, 2]],
  ["auat", [0, 1]],
])("%j has turns at %j", (letters, starts) => {
  expect(findTurnStarts(list(letters))).toEqual(starts);
});

test("a round opens at every assistant message", () => {
  expect(findRoundStarts(list("uattuaat"), 0)).toEqual([1, 5, 6]);
  expect(findRoundStarts(list("uattuaat"), 2)).toEqual([5, 6]);
  expect(findLastAssistant(list("uattuaat"))).toBe(6);
  expect(findLastAssistant(list("uu"))).toBe(-1);
});

test("the head is the first message with the results that answer it", () => {
  expect(["", "u", "uat", "attu"].map((letters) => findHeadEnd(list(letters)))).toEqual([0, 1, 1, 3]);
});
