import { describe, expect, it } from "vitest";
import type { TaskCall } from "./find-task.ts";
import { findProgress } from "./report-progress.ts";
import { WORDS } from "./words.ts";

const report = "/workspace/report.md";
const words = WORDS.en;
const look = (output: string): TaskCall => ({ name: "read_file", input: { path: report }, output });
const progressAfter = (...calls: TaskCall[]) => {
  const steps = calls.map((call) => ({ text: "", calls: [call] }));
  return findProgress({ request: "", summarized: false, steps }, report, words);
};
const line = "_In progress: 2/40 files, 105 lines_";
const edit = { path: report, old_text: "x", new_text: `- a.md — **A** — 5 lines — first line: “a”\n\n${line}` };

describe("finding out how far the report is", () => {
  it("trusts the newest change that worked", () => {
    const known = { line, files: 2, lines: 105, last: "a.md", complete: false };
    expect(progressAfter({ name: "edit_file", input: edit, output: `Edited ${report}: 1 place.` })).toEqual({ known });
  });

  it("looks again after a change that failed or whose result is not visible", () => {
    expect(progressAfter({ name: "edit_file", input: edit, output: `${report}: The text was not found.` })).toEqual({
      look: 1,
    });
    expect(progressAfter({ name: "edit_file", input: edit })).toEqual({ look: 1 });
    expect(progressAfter()).toEqual({ look: 1 });
  });

  it("reads a long report on to its last line", () => {
    const part = "# Report\n\n- a.md — **A** — 5 lines\n[lines 1–3 of 9; go on with offset 4]";
    expect(progressAfter(look(part))).toEqual({ look: 4 });
    expect(progressAfter(look(part), look(`- b.md — **B** — 5 lines\n\n${line}`))).toMatchObject({
      known: { last: "b.md" },
    });
  });

  it("begins a report that is not there", () => {
    expect(progressAfter(look(`There is nothing at ${report}. List the folder to see what is there.`))).toBe("absent");
  });
});
