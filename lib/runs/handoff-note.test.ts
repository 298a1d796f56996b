import { expect, test } from "vitest";
import type { LogPart, LogRow } from "#lib/store/index.ts";
import { latestPlan, writeHandoffNote } from "./handoff-note.ts";

let seq = 0;

function row(kind: LogRow["kind"], content: LogPart[], rest: Partial<LogRow> = {}): LogRow {
  seq++;
  const role = kind === "step" ? "assistant" : kind === "result" ? "tool" : "user";
  return {
    ...{
      id: `row-${seq}`,
      conversationId: "chat",
      seq,
      role,
      kind,
      state: "complete",
      content,
      bytes: 0,
      createdAt: 0,
    },
    ...{ estimate: { profile: "script", version: 1, tokens: 1 }, ...rest },
  };
}

const person = (text: string) => row("person", [{ type: "text", text }]);
const says = (text: string) => row("step", [{ type: "text", text }]);

function did(toolName: string, input: object, state?: LogRow["state"]): LogRow[] {
  const toolCallId = `call-${seq}`;
  const step = row("step", [{ type: "tool-call", toolCallId, toolName, input }]);
  if (!state) return [step];
  const output = { type: "text" as const, value: "text" };
  const part: LogPart = { type: "tool-result", toolCallId, toolName, output };
  return [step, row("result", [part], { toolCallId, toolName, state })];
}

const plan = (...steps: [string, string][]) => ({ steps: steps.map(([title, status]) => ({ title, status })) });

const note = (rows: LogRow[], running: string[] = []) =>
  writeHandoffNote({ chatId: "chat-1", title: "The novel", rows, running });

test("the note tells goal, plan, files, helpers, the last action and the last words, from rows alone", () => {
  const text = note(
    [
      person("Translate the novel.\nAll of it."),
      ...did("update_plan", plan(["old", "pending"]), "complete"),
      ...did("write_file", { path: "/workspace/one.md", content: "x" }, "complete"),
      ...did("edit_file", { path: "/workspace/one.md" }, "complete"),
      ...did("write_file", { path: "/workspace/failed.md", content: "x" }, "failed"),
      ...did("update_plan", plan(["read", "done"], ["translate", "in_progress"], ["check", "pending"]), "complete"),
      person("Use the formal form."),
      says("Chapter 3 is next."),
      ...did("run_command", { command: "make" }, "interrupted"),
    ],
    ["Chapter 4"],
  );
  expect(text).toContain("“The novel”");
  expect(text).toContain("/conversation_history/chat-1.md");
  expect(text).toContain("## The first request\n> Translate the novel.\n> All of it.");
  expect(text).toContain("- [x] read\n- [~] translate\n- [ ] check");
  expect(text).toContain("## Files that were written\n- /workspace/one.md\n\n");
  expect(text).not.toContain("failed.md");
  expect(text).toContain("## Subagents that had not ended\n- Chapter 4");
  expect(text).toContain('## The last action\nrun_command {"command":"make"}: interrupted.');
  expect(text).toContain("## The last words of the agent\n> Chapter 3 is next.");
  expect(text).toContain("2 steps were done of it.");
  expect(text).not.toContain("formal form");
});

test.each([
  ["complete", "done"],
  ["failed", "failed"],
  ["stopped", "stopped"],
  ["interrupted", "interrupted"],
  [undefined, "not finished"],
] as const)("an action whose result is %s is told as %s", (state, told) => {
  expect(note([person("go"), ...did("run_command", { command: "make" }, state)])).toContain(`: ${told}.`);
});

test("where nothing was ever answered the note says so, and has no empty sections", () => {
  const text = note([person("Translate the novel.")]);
  expect(text).toContain("Nothing was done of it yet.");
  expect(text).not.toMatch(/## .*\n(\n|$)/);
  expect(text).not.toContain("The last action");
  expect(note([])).toMatch(/^This chat continues an earlier one/);
});

test("long requests and many files are shortened on whole characters", () => {
  const files = Array.from({ length: 250 }, (_, n) => did("write_file", { path: `/workspace/${n}.md` }, "complete"));
  const text = note([person("🙂".repeat(5_000)), ...files.flat()]);
  expect(text.isWellFormed()).toBe(true);
  expect(text.length).toBeLessThan(12_000);
  expect(text).toContain("- (50 more)\n- /workspace/50.md");
});

test("the newest plan is the plan, and without one there is none", () => {
  expect(latestPlan([person("go")])).toBeUndefined();
  const rows = [
    ...did("update_plan", plan(["a", "pending"]), "complete"),
    ...did("update_plan", plan(["a", "done"]), "complete"),
  ];
  expect(latestPlan(rows)).toEqual([{ title: "a", status: "done" }]);
});
