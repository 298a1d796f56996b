import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outputToBytes } from "./output-bytes.ts";

describe("outputToBytes", () => {
  it("encodes every text without control characters as UTF-8", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "»", "ÿ", "ж", "漢", "😀", "\n", "\0") });
    fc.assert(
      fc.property(text, (printed) => {
        expect(outputToBytes(printed).equals(Buffer.from(printed))).toBe(true);
      }),
    );
  });

  it("gives raw bytes back where the shell had one character for each", () => {
    const raw = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd0, 0, 0xe9]);
    expect(outputToBytes(raw.toString("latin1")).equals(raw)).toBe(true);
  });

  it("tells letters from bytes of letters in one output", () => {
    const bytes = Buffer.from("Привет").toString("latin1");
    expect(outputToBytes(`é Сәлем ${bytes}\n`).toString()).toBe("é Сәлем Привет\n");
  });
});
