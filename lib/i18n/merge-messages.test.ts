import { expect, it } from "vitest";
import { mergeMessages } from "./merge-messages.ts";

it("a text that a language lacks is taken from the other, deeply, and neither is changed", () => {
  const base = { a: { one: "1", two: "2" }, b: "3" };
  const over = { a: { two: "deux" } };
  expect(mergeMessages(base, over)).toEqual({ a: { one: "1", two: "deux" }, b: "3" });
  expect(base.a.two).toBe("2");
});
