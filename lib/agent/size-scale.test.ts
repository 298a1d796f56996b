import type { ModelMessage, ToolResultPart } from "ai";
import { expect, test } from "vitest";
import { estimateMessage, estimatePart } from "#lib/context/index.ts";
import { createProjection, type Projection } from "./projection.ts";
import { createScale, type SizeScale } from "./size-scale.ts";
import type { LogEntry, ResultEntry } from "./types.ts";

type Item = ModelMessage | ToolResultPart;

/** Counted by one rule only. */
const both = (tokens: number) => ({ tokens, plain: tokens });

function user(id: string, text: string): LogEntry {
  return { id, text, role: "user", kind: "person", ...both(estimateMessage({ role: "user", content: text })) };
}

function round(id: string, value: string): LogEntry[] {
  const call = { type: "tool-call" as const, toolCallId: id, toolName: "read_file", input: {} };
  const part: ResultEntry["part"] = {
    ...{ type: "tool-result", toolCallId: id, toolName: "read_file" },
    output: { type: "text", value },
  };
  return [
    {
      ...{ id: `step-${id}`, role: "assistant", state: "complete", content: [call], finishReason: "tool-calls" },
      ...{ resultBound: 1_000, ...both(estimateMessage({ role: "assistant", content: [call] })) },
    },
    { id: `row-${id}`, role: "tool", state: "complete", stepId: id, callIndex: 0, part, ...both(estimatePart(part)) },
  ];
}

function projectionOf(...entries: LogEntry[]): Projection {
  const projection = createProjection();
  for (const entry of entries) projection.append(entry);
  return projection;
}

/** Size of the whole projection, as the fitter adds it up. */
function sizeOf(projection: Projection, scale: SizeScale): number {
  const items = projection.messages.flatMap((message): Item[] =>
    message.role === "tool" ? message.content.filter((part) => part.type === "tool-result") : [message],
  );
  const estimate = projection.messages.reduce((sum, message) => sum + projection.sizeOf(message), 0);
  return scale.offset + scale.factor * estimate + items.reduce((sum, item) => sum + (scale.extraOf?.(item) ?? 0), 0);
}

const estimateOf = (projection: Projection) => sizeOf(projection, { offset: 0, factor: 1 });

test("before the first answer a size is the estimate with a margin", () => {
  const projection = projectionOf(user("u", "a".repeat(4_000)));
  expect(sizeOf(projection, createScale(projection, {}).current())).toBeCloseTo(1.1 * estimateOf(projection));
  const kept = createScale(projection, { keptFactors: { estimate: 2, plain: 3 } }).current();
  expect(sizeOf(projection, kept)).toBeCloseTo(2.2 * estimateOf(projection));
  const low = createScale(projection, { keptFactors: { estimate: 0.6, plain: 3 } }).current();
  expect(sizeOf(projection, low)).toBeCloseTo(1.1 * estimateOf(projection));
});

test.each([0.5, 0.7, 1, 1.8, 8])("what was measured counts as it was measured, with factor %d", (factor) => {
  const projection = projectionOf(user("u", "слово ".repeat(900)));
  const scale = createScale(projection, {});
  const measured = factor * estimateOf(projection);
  scale.measured({ measured, estimate: estimateOf(projection), plain: estimateOf(projection) });
  expect(sizeOf(projection, scale.current())).toBeCloseTo(measured);
});

test("what was not measured yet never counts less than its estimate", () => {
  const projection = projectionOf(user("u", "a".repeat(4_000)));
  const scale = createScale(projection, {});
  const before = estimateOf(projection);
  scale.measured({ measured: before / 2, estimate: before, plain: before });
  for (const entry of round("x", "b".repeat(8_000))) projection.append(entry);
  const added = estimateOf(projection) - before;
  const size = sizeOf(projection, scale.current());
  // The few tokens around a tool message belong to no item of their own.
  expect(size - before / 2).toBeGreaterThanOrEqual(added - 4);
  scale.measured({ measured: before, estimate: estimateOf(projection), plain: estimateOf(projection) });
  expect(sizeOf(projection, scale.current())).toBeCloseTo(before);
});

test("a script that tokenizers may not know counts three tokens a letter until an answer has measured some", () => {
  const georgian = "გამარჯობა".repeat(100);
  const projection = projectionOf(user("u", georgian));
  const scale = createScale(projection, {});
  expect(sizeOf(projection, scale.current())).toBeGreaterThan(3 * georgian.length);
  const estimate = estimateOf(projection);
  scale.measured({ measured: estimate * 1.5, estimate, plain: estimate });
  for (const entry of round("x", georgian)) projection.append(entry);
  expect(sizeOf(projection, scale.current())).toBeCloseTo(1.5 * estimateOf(projection));
  expect(scale.cautiousEstimate(georgian, 450)).toBe(450);
});

test("after a restart the newest measurement is the anchor again, up to the row that it had read", () => {
  const entries = [user("u", "a".repeat(4_000)), ...round("x", "b".repeat(4_000))];
  const lived = projectionOf(...entries);
  const scale = createScale(lived, {});
  const last = { measured: estimateOf(lived) * 0.8, estimate: estimateOf(lived), plain: estimateOf(lived) };
  scale.measured(last);
  for (const entry of round("y", "c".repeat(6_000))) {
    lived.append(entry);
    entries.push(entry);
  }
  const restarted = projectionOf(...entries);
  const anew = createScale(restarted, { last: { ...last, headId: "row-x" } });
  expect(sizeOf(restarted, anew.current())).toBe(sizeOf(lived, scale.current()));
  expect(anew.plainFactor()).toBeCloseTo(0.8);
});

test("numbers that make no sense are not learnt from", () => {
  const projection = projectionOf(user("u", "text"));
  const scale = createScale(projection, {});
  const before = scale.current();
  for (const measured of [0, -5, Number.NaN, Number.POSITIVE_INFINITY])
    scale.measured({ measured, estimate: 10, plain: 10 });
  expect(scale.current()).toMatchObject({ offset: before.offset, factor: before.factor });
});

test("sizes go by the rule of the run, bounds by the plain rule", () => {
  const projection = projectionOf(user("u", "слово ".repeat(900)));
  const scale = createScale(projection, {});
  scale.measured({ measured: 3_000, estimate: 2_000, plain: 1_000 });
  expect(scale.current().factor).toBe(1.5);
  expect(scale.plainFactor()).toBe(3);
});

test("a family's table knows every script, so nothing is added for letters that were not measured", () => {
  const projection = projectionOf(user("u", "გამარჯობა".repeat(100)));
  const scale = createScale(projection, { rule: { profile: "qwen", version: 1 } });
  expect(sizeOf(projection, scale.current())).toBeCloseTo(1.1 * estimateOf(projection));
});
