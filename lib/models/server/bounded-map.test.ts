import { expect, it } from "vitest";
import { createBoundedMap } from "./bounded-map.ts";

it("forgets what was used longest ago once the weights pass the limit", () => {
  const map = createBoundedMap<string>(10, (value) => value.length);
  map.set("a", "1234");
  map.set("b", "1234");
  map.get("a");
  map.set("c", "1234");
  expect(map.get("b")).toBeUndefined();
  expect(map.get("a")).toBe("1234");
  map.set("a", "1");
  map.set("d", "12345");
  expect([map.get("a"), map.get("c"), map.get("d")]).toEqual(["1", "1234", "12345"]);
});
