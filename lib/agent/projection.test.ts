import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_STATE, estimateMessage, estimatePart, type FitState, fitRequest } from "#lib/context/index.ts";
import { createProjection, type Projection } from "./projection.ts";
import type { LogEntry, ResultEntry } from "./types.ts";

/** Counted by one rule only. */
const both = (tokens: number) => ({ tokens, plain: tokens });

const user = (id: string, text: string): LogEntry => ({
  ...{ id, text, role: "user", kind: "person" },
  ...both(estimateMessage({ role: "user", content: text })),
});

const step = (id: string, callIds: string[], text = ""): LogEntry => {
  const calls = callIds.map((toolCallId) => ({
    ...{ type: "tool-call" as const, toolCallId, toolName: "read_file" },
    input: { path: `/workspace/${toolCallId}` },
  }));
  const content = [...(text ? [{ type: "text" as const, text }] : []), ...calls];
  return {
    ...{ id, content, role: "assistant", state: "complete", finishReason: "stop", resultBound: 1_000 },
    ...both(estimateMessage({ role: "assistant", content })),
  };
};

const result = (id: string, callIndex: number, toolCallId: string, value: string): ResultEntry => {
  const part: ResultEntry["part"] = {
    ...{ type: "tool-result", toolCallId, toolName: "read_file" },
    output: { type: "text", value },
  };
  return { id, role: "tool", state: "complete", stepId: "", callIndex, part, ...both(estimatePart(part)) };
};

function projectionOf(entries: LogEntry[]): Projection {
  const projection = createProjection();
  for (const entry of entries) projection.append(entry);
  return projection;
}

const idsIn = (projection: Projection): string[] =>
  projection.messages.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []))
      : [],
  );

test.each([[[0, 1, 2]], [[2, 0, 1]], [[1, 2, 0]]])(
  "results that arrive as %j are sent in the order of their calls",
  (arrival) => {
    const ids = ["a", "b", "c"];
    const results = arrival.map((index) => result(`row-${index}`, index, ids[index] ?? "", `text ${index}`));
    const projection = projectionOf([user("u", "go"), step("s", ids), ...results]);
    expect(projection.messages.map((message) => message.role)).toEqual(["user", "assistant", "tool"]);
    expect(idsIn(projection)).toEqual(ids);
    expect(projection.lengthAt("row-0")).toBe(3);
    expect(projection.headId()).toBe(`row-${arrival.at(-1)}`);
  },
);

test("a step whose results are not complete yet shows none of them", () => {
  const projection = projectionOf([user("u", "go"), step("s", ["a", "b"]), result("r", 1, "b", "text")]);
  expect(projection.messages).toHaveLength(2);
});

test("a tool message weighs its parts and what surrounds them", () => {
  const projection = projectionOf([user("u", "go"), step("s", ["a"]), result("r", 0, "a", "x".repeat(400))]);
  const message = projection.messages[2];
  expect(message && projection.sizeOf(message)).toBe(message && estimateMessage(message));
});

test("a step without content is the newest row and no message", () => {
  const projection = projectionOf([user("u", "go"), step("s", [])]);
  expect(projection.messages).toHaveLength(1);
  expect(projection.headId()).toBe("s");
});

test("what is dropped is named by its newest row, whatever the order of the calls", () => {
  const late = [result("early", 1, "b", "text"), result("late", 0, "a", "text")];
  const projection = projectionOf([user("u", "go"), step("s", ["a", "b"]), ...late, step("t", [], "done")]);
  const stored = projection.toStored({ ...EMPTY_STATE, droppedMessages: 3 });
  expect(stored.droppedUpTo).toBe("late");
  expect(projection.fromStored(stored).droppedMessages).toBe(3);
});

test("cleared results come back in the order of their places, without those that were dropped", () => {
  const rounds = ["a", "b", "c"].flatMap((id) => [step(`s-${id}`, [id]), result(`r-${id}`, 0, id, "text")]);
  const projection = projectionOf([user("u", "go"), ...rounds]);
  const state = projection.fromStored({ v: 1, clearedResults: ["r-c", "r-a", "r-b", "gone"], pinned: [] });
  expect(state.clearedResults).toEqual([
    [2, 0],
    [4, 0],
    [6, 0],
  ]);
  const cut = projection.fromStored({
    v: 1,
    clearedResults: ["r-c", "r-a", "r-b"],
    droppedUpTo: "r-a",
    pinned: [],
  });
  expect(cut).toEqual({
    v: 2,
    droppedMessages: 3,
    clearedInputs: [],
    pinned: [],
    clearedResults: [
      [4, 0],
      [6, 0],
    ],
  });
});

/** Growing logs: rounds of several results that arrive in any order, answers and new messages. */
const round = fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 1, maxLength: 4 }).chain((sizes) =>
  fc.record({
    kind: fc.constant("round" as const),
    sizes: fc.constant(sizes),
    arrival: fc.shuffledSubarray(keys(sizes), full(sizes)),
  }),
);
const turn = fc.record({ kind: fc.constant("turn" as const), size: fc.integer({ min: 0, max: 1_500 }) });
const growth = fc.array(fc.oneof({ weight: 4, arbitrary: round }, { weight: 1, arbitrary: turn }), {
  minLength: 4,
  maxLength: 24,
});

function keys(sizes: number[]): number[] {
  return sizes.map((_, index) => index);
}

function full(sizes: number[]): { minLength: number; maxLength: number } {
  return { minLength: sizes.length, maxLength: sizes.length };
}

type Growth = typeof growth extends fc.Arbitrary<infer Value> ? Value : never;

/** The rows of each piece, in order of arrival; before each piece a request is sent. */
function rowsOf(pieces: Growth): LogEntry[][] {
  return pieces.map((piece, at) => {
    if (piece.kind === "turn")
      return [step(`a${at}`, [], `answer ${at}`), user(`u${at}`, `message ${at} ${"m".repeat(piece.size)}`)];
    const ids = piece.sizes.map((_, index) => `call_${at}_${index}`);
    const results = piece.arrival.map((index) =>
      result(`r${at}_${index}`, index, ids[index] ?? "", "z".repeat(piece.sizes[index] ?? 1)),
    );
    return [step(`s${at}`, ids), ...results];
  });
}

const shape = (projection: Projection, state: FitState, budget: number) =>
  fitRequest({ messages: projection.messages, instructions: "Work.", budget, state, sizeOf: projection.sizeOf });

test("a request fitted after a restart is byte-identical to the one fitted without", () => {
  fc.assert(
    fc.property(growth, fc.integer({ min: 2_000, max: 9_000 }), (pieces, budget) => {
      const rows: LogEntry[] = [user("first", "Read everything.")];
      const lived = projectionOf(rows);
      let state = EMPTY_STATE;
      for (const added of rowsOf(pieces)) {
        const stored = JSON.parse(JSON.stringify(lived.toStored(state)));
        for (const entry of added) lived.append(entry);
        rows.push(...added);
        const restarted = projectionOf(rows);
        const fitted = shape(lived, state, budget);
        const again = shape(restarted, restarted.fromStored(stored), budget);
        expect(JSON.stringify(again.messages)).toBe(JSON.stringify(fitted.messages));
        expect(restarted.toStored(again.state)).toEqual(lived.toStored(fitted.state));
        state = fitted.state;
      }
    }),
    { numRuns: 60 },
  );
});

test("messages keep their identity and their place while the log grows", () => {
  fc.assert(
    fc.property(growth, (pieces) => {
      const projection = projectionOf([user("first", "Read everything.")]);
      for (const added of rowsOf(pieces)) {
        const before = [...projection.messages];
        const texts = JSON.stringify(before);
        for (const entry of added) projection.append(entry);
        expect(projection.messages.slice(0, before.length).every((message, at) => message === before[at])).toBe(true);
        expect(JSON.stringify(projection.messages.slice(0, before.length))).toBe(texts);
      }
    }),
    { numRuns: 40 },
  );
});

test("cleared inputs are named by their step, and come back in the order of their places", () => {
  const rounds = ["a", "b", "c"].flatMap((id) => [step(`s-${id}`, [id], "text"), result(`r-${id}`, 0, id, "text")]);
  const projection = projectionOf([user("u", "go"), ...rounds]);
  const clearedInputs: FitState["clearedInputs"] = [
    [1, 1, ["/path"]],
    [5, 1, ["/path"]],
  ];
  const stored = projection.toStored({ ...EMPTY_STATE, clearedInputs });
  expect(stored.clearedInputs).toEqual([
    { step: "s-a", part: 1, values: ["/path"] },
    { step: "s-c", part: 1, values: ["/path"] },
  ]);
  const turned = { ...stored, clearedInputs: stored.clearedInputs?.toReversed() ?? [] };
  expect(projection.fromStored(JSON.parse(JSON.stringify(turned))).clearedInputs).toEqual(clearedInputs);
  expect(projection.fromStored({ v: 1, clearedResults: [], pinned: [] })).toEqual(EMPTY_STATE);
});
