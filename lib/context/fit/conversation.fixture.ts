import type { ModelMessage } from "ai";
import fc from "fast-check";

/** One step of a growing conversation: sizes are in characters of the texts. */
export type Step =
  | { readonly kind: "user"; readonly length: number }
  | { readonly kind: "answer"; readonly length: number }
  | {
      readonly kind: "round";
      readonly results: readonly number[];
      readonly split: boolean;
      /** Characters of a text in the input of every call; none by default. */
      readonly written?: number;
    };

/** Builds messages from steps. Ids are unique; a split round has one tool message per result. */
export function buildConversation(steps: readonly Step[]): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: "user", content: "Read the book and report." }];
  let calls = 0;
  for (const step of steps) {
    if (step.kind === "user")
      messages.push({ role: "user", content: `u${messages.length} ${"x".repeat(step.length)}` });
    if (step.kind === "answer") messages.push({ role: "assistant", content: `a ${"y".repeat(step.length)}` });
    if (step.kind !== "round") continue;
    const ids = step.results.map(() => `call_${calls++}`);
    messages.push({
      role: "assistant",
      content: ids.map((toolCallId) => ({
        ...{ type: "tool-call" as const, toolCallId, toolName: "read_file" },
        input: step.written ? { path: toolCallId, content: "w".repeat(step.written) } : { path: toolCallId },
      })),
    });
    const results = ids.map((toolCallId, index) => ({
      ...{ type: "tool-result" as const, toolCallId, toolName: "read_file" },
      output: { type: "text" as const, value: "z".repeat(step.results[index] ?? 1) },
      providerOptions: { test: { about: toolCallId } },
    }));
    if (step.split) for (const result of results) messages.push({ role: "tool", content: [result] });
    else messages.push({ role: "tool", content: results });
  }
  return messages;
}

const round = fc.record({
  kind: fc.constant("round" as const),
  results: fc.array(fc.oneof(fc.integer({ min: 1, max: 6000 }), fc.integer({ min: 1, max: 1200 })), {
    minLength: 1,
    maxLength: 5,
  }),
  split: fc.boolean(),
});
/** A round of an agent that writes: large inputs, short results. */
const writing = fc.record({
  kind: fc.constant("round" as const),
  results: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 3 }),
  split: fc.boolean(),
  written: fc.integer({ min: 1, max: 6000 }),
});
const user = fc.record({ kind: fc.constant("user" as const), length: fc.integer({ min: 0, max: 800 }) });
const answer = fc.record({ kind: fc.constant("answer" as const), length: fc.integer({ min: 0, max: 800 }) });

/** Any mix, one long turn, or many short turns; messages sent during a turn; ending in any role. */
export const anySteps: fc.Arbitrary<Step[]> = fc.oneof(
  fc.array(fc.oneof(round, round, user, answer), { maxLength: 24 }),
  fc.array(fc.oneof(writing, writing, round, user, answer), { maxLength: 24 }),
  fc.array(fc.oneof({ weight: 8, arbitrary: round }, { weight: 1, arbitrary: user }), { minLength: 4, maxLength: 30 }),
  fc
    .array(fc.tuple(round, answer, user), { minLength: 2, maxLength: 9 })
    .map((turns) => turns.flat())
    .chain((steps) => fc.integer({ min: 1, max: steps.length }).map((end) => steps.slice(0, end))),
);

/** Fails on any attempt to change the value, at any depth. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
  return value;
}
