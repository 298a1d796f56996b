import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const encode = (text: string) => new TextEncoder().encode(text);

describe("bytes of a file", () => {
  it("are text when they are UTF-8", () => {
    expect(decodeText(encode("Привет 📁"), false)).toBe("Привет 📁");
    expect(decodeText(new Uint8Array(), false)).toBe("");
  });

  it("lose only the letter that the end cuts", () => {
    const bytes = encode("ab📁");
    for (const length of [3, 4, 5]) expect(decodeText(bytes.subarray(0, length), true)).toBe("ab");
  });

  it("are no text with a zero byte or a broken letter inside", () => {
    expect(decodeText(Uint8Array.of(97, 0, 98), false)).toBeUndefined();
    expect(decodeText(Uint8Array.of(0xff, 97, 98, 99, 100, 101), true)).toBeUndefined();
    expect(decodeText(encode("ab📁").subarray(0, 4), false)).toBeUndefined();
  });
});
