import { describe, expect, it } from "vitest";
import { isLocalImage, isOutsideLink } from "./safe-address.ts";

const origin = "http://127.0.0.1:3210";

describe("an image in a model's text", () => {
  it.each(["data:image/png;base64,AAAA", "/api/workspaces/w/files/raw?path=a.png", `${origin}/icon.svg`])(
    "is loaded from %s",
    (address) => {
      expect(isLocalImage(address, origin)).toBe(true);
    },
  );

  it.each([
    "https://evil.example/x.png?secret=1",
    "//evil.example/x.png",
    "\\\\evil.example\\x.png",
    "http://127.0.0.1:3211/x.png",
    "data:image/svg+xml;base64,AAAA",
    "javascript:alert(1)",
    "http://",
  ])("is not loaded from %s", (address) => {
    expect(isLocalImage(address, origin)).toBe(false);
  });
});

describe("a link in a model's text", () => {
  it("leads out only to web pages and mail", () => {
    expect(["https://a.example", "mailto:a@b.example", "HTTP://a.example"].every(isOutsideLink)).toBe(true);
    expect(["report.md", "/workspace/a.md", "javascript:alert(1)", undefined].some(isOutsideLink)).toBe(false);
  });
});
