import { describe, expect, it } from "vitest";
import type { MessageView } from "#lib/store/views.ts";
import { groupTurns } from "./group-turns.ts";

const row = (seq: number, kind: MessageView["kind"], change: Partial<MessageView> = {}): MessageView => ({
  id: `m${seq}`,
  seq,
  role: kind === "step" ? "assistant" : kind === "result" ? "tool" : "user",
  kind,
  state: "complete",
  content: [],
  bytes: 0,
  tokens: 0,
  createdAt: seq,
  onPath: true,
  ...change,
});

describe("turns", () => {
  it("open at the person's messages; what is sent meanwhile stays inside", () => {
    const turns = groupTurns([
      row(1, "person"),
      row(2, "step"),
      row(3, "result", { toolCallId: "c" }),
      row(4, "steer"),
      row(5, "step"),
      row(6, "person"),
    ]);
    expect(turns.map((turn) => [turn.opener?.seq, turn.items.map(({ seq }) => seq)])).toEqual([
      [1, [2, 4, 5]],
      [6, []],
    ]);
    expect(turns[0]?.results.get("c")?.seq).toBe(3);
  });

  it("begin without an opener where earlier rows are not loaded", () => {
    const [first] = groupTurns([row(8, "step"), row(9, "person")]);
    expect(first).toMatchObject({ id: "m8", items: [{ seq: 8 }] });
    expect(first?.opener).toBeUndefined();
  });

  it("keep their key when earlier rows of theirs are loaded", () => {
    const before = groupTurns([row(8, "step"), row(9, "person")]);
    const after = groupTurns(
      [row(6, "person"), row(7, "step"), row(8, "step"), row(9, "person"), row(10, "step")],
      before,
    );
    expect(after.map(({ id, key }) => [id, key])).toEqual([
      ["m6", "m8"],
      ["m9", "m9"],
    ]);
  });

  it("keep their identity while their rows are the same", () => {
    const rows = [row(1, "person"), row(2, "step"), row(3, "person"), row(4, "step")];
    const before = groupTurns(rows);
    const after = groupTurns([...rows, row(5, "step")], before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    const marked = groupTurns(
      rows.map((old, index) => (index === 1 ? { ...old, sent: "dropped" as const } : old)),
      before,
    );
    expect(marked[0]).not.toBe(before[0]);
    expect(marked[1]).toBe(before[1]);
  });
});
