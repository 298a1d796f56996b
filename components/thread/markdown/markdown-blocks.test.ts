import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitOpenBlock, splitSections } from "./markdown-blocks.ts";

const texts = fc.string({ unit: fc.constantFrom("a", "\n", "`", "~", "- ", " ", "```\n", "\n\n"), maxLength: 60 });

describe("the open block of streaming Markdown", () => {
  it("is the paragraph that is being written", () => {
    expect(splitOpenBlock("# Title\n\nFirst.\n\nSecond, not")).toEqual({
      settled: "# Title\n\nFirst.\n\n",
      open: "Second, not",
    });
  });

  it("is the whole fence while it is open", () => {
    const open = "```ts\nconst a = 1;\n\nconst b = 2;\n\n";
    expect(splitOpenBlock(`Look:\n\n${open}`)).toEqual({ settled: "Look:\n\n", open });
    expect(splitOpenBlock(`Look:\n\n${open}\`\`\`\n\nSo.`).open).toBe("So.");
  });

  it("does not close a fence with a shorter one or another sign", () => {
    expect(splitOpenBlock("````\n```\n\n~~~\n\nstill").settled).toBe("");
  });

  it("keeps an indented paragraph with its list", () => {
    expect(splitOpenBlock("- one\n\n  more of one\n\n  and more").settled).toBe("");
  });

  it("loses nothing, and what is settled stays so while more is written", () => {
    fc.assert(
      fc.property(texts, texts, (text, more) => {
        const { settled, open } = splitOpenBlock(text);
        expect(settled + open).toBe(text);
        expect(splitOpenBlock(text + more).settled.startsWith(settled)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("sections of long Markdown", () => {
  it("lose nothing, and all but the last stay while more is written", () => {
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 1, max: 20 }), (text, more, size) => {
        const sections = splitSections(text, size);
        expect(sections.join("")).toBe(text);
        const { settled } = splitOpenBlock(text);
        const settledSections = splitSections(settled, size).slice(0, -1);
        expect(splitSections(settled + more, size).slice(0, settledSections.length)).toEqual(settledSections);
      }),
      { numRuns: 300 },
    );
  });

  it("never cut a code fence", () => {
    const fence = `\`\`\`\n${"line\n\n".repeat(50)}\`\`\`\n\n`;
    expect(splitSections(`Intro.\n\n${fence}End.`, 5)).toEqual(["Intro.\n\n", fence, "End."]);
  });
});
