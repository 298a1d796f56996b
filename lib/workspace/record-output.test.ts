import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openOutputRecord } from "./record-output.ts";
import { makeFolder } from "./test-workspace.ts";

function streamOf(...chunks: (string | number[])[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === "string" ? Buffer.from(chunk) : new Uint8Array(chunk));
      controller.close();
    },
  });
}

describe("openOutputRecord", () => {
  it("decodes a letter whose bytes arrive in two pieces, each stream for itself", async () => {
    const file = join(await makeFolder(), "out");
    const output = await openOutputRecord(file, 1000, () => {});
    const [first, second] = await Promise.all([
      output.record(streamOf([0xd0], [0x9f], "!")),
      output.record(streamOf([0xf0, 0x9f], [0x98, 0x80])),
    ]);
    await output.close();
    expect([first, second]).toEqual(["П!", "😀"]);
    expect((await readFile(file)).length).toBe(7);
  });

  it("marks a letter that never became whole, and a NUL", async () => {
    const output = await openOutputRecord(join(await makeFolder(), "out"), 1000, () => {});
    expect(await output.record(streamOf("a\0b", [0xd0]))).toBe("a\u2400b\uFFFD");
    await output.close();
  });

  it("keeps what fits, ends at the limit and does not break the last letter", async () => {
    const file = join(await makeFolder(), "out");
    let ended = 0;
    const output = await openOutputRecord(file, 5, () => {
      ended += 1;
    });
    expect(await output.record(streamOf("яя", "яя", "яя"))).toBe("яя");
    await output.close();
    expect(ended).toBe(1);
    expect((await readFile(file)).length).toBe(5);
    expect(output.bytes).toBe(5);
  });
});
