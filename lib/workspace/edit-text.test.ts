import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editText } from "./edit-text.ts";
import { codeOf, takeValue } from "./test-workspace.ts";

function edit(content: string, oldText: string, newText: string, replaceAll = false) {
  return editText(content, { oldText, newText, replaceAll });
}

describe("editText", () => {
  it("keeps byte order mark and line ends where the search text has plain line feeds", () => {
    const edited = takeValue(edit("\uFEFFa\r\nb\r\nc\nd\r\n", "a\nb", "a\nB"));
    expect(edited).toEqual({ content: "\uFEFFa\r\nB\r\nc\nd\r\n", replaced: 1, firstLine: 1 });
  });

  it("gives new lines the line end of their surroundings", () => {
    expect(takeValue(edit("a\r\nb\r\n", "b", "b\nc\nd")).content).toBe("a\r\nb\r\nc\r\nd\r\n");
    expect(takeValue(edit("a\nb\n", "b", "b\nc")).content).toBe("a\nb\nc\n");
    expect(takeValue(edit("a\r\nb", "b", "b\nc")).content).toBe("a\r\nb\r\nc");
  });

  it("keeps each line's own end in a file that mixes them, also when a line is put before them", () => {
    expect(takeValue(edit("a\r\nb\nc\r\n", "a\nb\nc\n", "a\nB\nC\n")).content).toBe("a\r\nB\nC\r\n");
    expect(takeValue(edit("a\r\nb\nc\r\n", "a\nb\n", "new\na\nb\n")).content).toBe("new\r\na\r\nb\nc\r\n");
  });

  it("writes line ends that it was given in so many words", () => {
    expect(takeValue(edit("a\r\nb\r\n", "a\r\nb", "a\nb")).content).toBe("a\nb\r\n");
    expect(takeValue(edit("a\nb\n", "a\nb", "a\r\nb")).content).toBe("a\r\nb\n");
    expect(takeValue(edit("a\nb\n", "a\r\nb", "a\r\nB")).content).toBe("a\nB\n");
  });

  it("takes dollar signs as they are, for one and for all", () => {
    const replacement = " x=$& y=$$ z=$' w=$` $1 $<n>";
    expect(takeValue(edit('log("done");', 'log("done");', replacement)).content).toBe(replacement);
    expect(takeValue(edit("a-a", "a", replacement, true)).content).toBe(`${replacement}-${replacement}`);
  });

  it("refuses what is not unique, with number and lines", () => {
    const edited = edit("x\ny\nx\nx\n", "x", "z");
    expect(edited).toMatchObject({ ok: false, code: "ambiguous" });
    expect(edited.ok ? "" : edited.reason).toContain("3 times, at lines 1, 3, 4");
    expect(takeValue(edit("x\ny\nx\n", "x", "z", true))).toEqual({ content: "z\ny\nz\n", replaced: 2, firstLine: 1 });
  });

  it("shows the nearest line for what is not found", () => {
    const edited = edit("first\n    return total + tax;\nlast\n", "return total + taxes;", "x");
    expect(edited).toMatchObject({ ok: false, code: "no-match" });
    expect(edited.ok ? "" : edited.reason).toContain('line 2: "return total + tax;"');
    const far = edit("one\n", "quite another thing", "x");
    expect(far.ok ? "" : far.reason).toContain("Read the file again");
  });

  it("refuses an empty search text and an edit that changes nothing", () => {
    expect(codeOf(edit("a", "", "b"))).toBe("invalid");
    expect(codeOf(edit("a", "a", "a"))).toBe("invalid");
  });

  it("changes what lies between the two ends of the match and nothing else, for all texts", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "ж", "😀"), maxLength: 12 });
    fc.assert(
      fc.property(piece, piece, piece, (before, after, newText) => {
        fc.pre(!before.endsWith("\r") && newText !== "<>");
        const edited = takeValue(edit(`${before}<>${after}`, "<>", newText)).content;
        expect(edited.startsWith(before) && edited.endsWith(after)).toBe(true);
        const middle = edited.slice(before.length, edited.length - after.length);
        expect(middle.replaceAll("\r\n", "\n")).toBe(newText.replaceAll("\r\n", "\n"));
      }),
    );
  });
});
