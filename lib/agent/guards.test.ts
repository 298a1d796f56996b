import { expect, test } from "vitest";
import { createRepetitionGuard } from "./guards.ts";
import type { ResultEntry, StepEntry } from "./types.ts";

let made = 0;

/** A step of calls, each with its input and its output; every call has an id of its own. */
function stepWith(...calls: [input: object, output: (id: string) => string][]): [StepEntry, ResultEntry[]] {
  const described = calls.map(([input, output], callIndex) => {
    const toolCallId = `call-${made++}`;
    return { toolCallId, input, callIndex, value: output(toolCallId) };
  });
  const step: StepEntry = {
    ...{
      id: "step",
      tokens: 1,
      plain: 1,
      role: "assistant",
      state: "complete",
      finishReason: "tool-calls",
      resultBound: 100,
    },
    content: described.map(({ toolCallId, input }) => ({
      type: "tool-call",
      toolCallId,
      toolName: "read_file",
      input,
    })),
  };
  const results = described.map(
    ({ toolCallId, callIndex, value }): ResultEntry => ({
      ...{ id: toolCallId, tokens: 1, plain: 1, role: "tool", state: "complete", stepId: "step", callIndex },
      part: { type: "tool-result", toolCallId, toolName: "read_file", output: { type: "text", value } },
    }),
  );
  return [step, results];
}

const read = (path: string, text = "text") => stepWith([{ path }, () => text]);

test("the fifth equal call with an equal result is noticed, and not the fourth", () => {
  const guard = createRepetitionGuard(5);
  const seen = [1, 2, 3, 4, 5].map(() => guard.sees(...read("/workspace/a")));
  expect(seen).toEqual([false, false, false, false, true]);
});

test("another input or another result between them starts the count anew", () => {
  const guard = createRepetitionGuard(3);
  expect(guard.sees(...read("/a"))).toBe(false);
  expect(guard.sees(...read("/a"))).toBe(false);
  expect(guard.sees(...read("/b"))).toBe(false);
  expect(guard.sees(...read("/a"))).toBe(false);
  expect(guard.sees(...read("/a", "changed"))).toBe(false);
  expect(guard.sees(...read("/a", "changed"))).toBe(false);
  expect(guard.sees(...read("/a", "changed"))).toBe(true);
});

test("equal large results are equal although each preview names a path of its own", () => {
  const guard = createRepetitionGuard(2);
  const large = () => stepWith([{ path: "/big" }, (id) => `head\n[… at /tool_results/${id}. …]\ntail`]);
  expect(guard.sees(...large())).toBe(false);
  expect(guard.sees(...large())).toBe(true);
});

test("calls of one step count in their order, whatever the order in which they ended", () => {
  const guard = createRepetitionGuard(3);
  const [step, results] = stepWith(
    [{ path: "/a" }, () => "x"],
    [{ path: "/b" }, () => "x"],
    [{ path: "/a" }, () => "x"],
  );
  const [first, second, third] = results as [ResultEntry, ResultEntry, ResultEntry];
  expect(guard.sees(step, [first, third, second])).toBe(false);
  expect(guard.sees(...read("/a", "x"))).toBe(false);
  expect(guard.sees(...read("/a", "x"))).toBe(true);
});
