import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf, takeValue } from "./test-workspace.ts";
import { parseVirtualPath } from "./virtual-path.ts";

describe("parseVirtualPath", () => {
  it.each([
    ["", "/workspace"],
    [".", "/workspace"],
    ["notes/plan.md", "/workspace/notes/plan.md"],
    ["/workspace//notes/./plan.md/", "/workspace/notes/plan.md"],
    ["/workspace/a/../b", "/workspace/b"],
    ["../etc/passwd", "/etc/passwd"],
    ["/../../..", "/"],
    ["заметки/план.md", "/workspace/заметки/план.md"],
    ["saved%2Fpage.html", "/workspace/saved%2Fpage.html"],
  ])("reads %j as %s", (written, path) => {
    expect(takeValue(parseVirtualPath(written)).path).toBe(path);
  });

  it.each([
    "a\0b",
    "a%00b",
    "..\\..\\etc",
    "%2e%2e/secret",
    "%2e%2e%2fws-2%2fsecret.txt",
    "..%5csecret",
    ".%2E/x",
    "a/..%2f..%2fb",
    "\uD800",
  ])("refuses %j", (written) => {
    expect(codeOf(parseVirtualPath(written))).toBe("invalid");
  });

  it("gives a normal absolute path for every text that it accepts", () => {
    const part = fc.constantFrom("..", ".", "", "a", "workspace", "%2e", "ж", "…");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const parsed = parseVirtualPath(parts.join("/"));
        if (!parsed.ok) return;
        expect(parsed.value.path).toBe(`/${parsed.value.parts.join("/")}`);
        expect(parsed.value.parts).not.toContain("..");
        expect(takeValue(parseVirtualPath(parsed.value.path))).toEqual(parsed.value);
      }),
    );
  });
});
