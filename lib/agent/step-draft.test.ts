import type { TextStreamPart, ToolSet } from "ai";
import { expect, test } from "vitest";
import { createStepDraft } from "./step-draft.ts";

type Part = TextStreamPart<ToolSet>;

/** A draft whose new ids are `new-1`, `new-2`, … in a conversation that has `known` already. */
function draftOf(parts: Part[], known: string[] = []) {
  let made = 0;
  const draft = createStepDraft(
    (id) => known.includes(id),
    () => `new-${++made}`,
  );
  const chunks = parts.map((part) => draft.add(part));
  return { draft, chunks };
}

const start = (id: string, toolName = "read_file"): Part => ({ type: "tool-input-start", id, toolName });
const delta = (id: string, text: string): Part => ({ type: "tool-input-delta", id, delta: text });
const call = (toolCallId: string, input: unknown): Part => ({
  ...{ type: "tool-call", toolCallId, toolName: "read_file", input, dynamic: true },
});
const text = (id: string, ...deltas: string[]): Part[] => [
  { type: "text-start", id },
  ...deltas.map((one): Part => ({ type: "text-delta", id, text: one })),
  { type: "text-end", id },
];
const callPart = (toolCallId: string, input: object) => ({
  ...{ type: "tool-call", toolCallId, toolName: "read_file", input },
});

test("parts keep the order in which the model began them", () => {
  const { draft } = draftOf([
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", text: "Hm." },
    { type: "text-start", id: "0" },
    start("a"),
    { type: "text-delta", id: "0", text: "Let me " },
    { type: "text-delta", id: "0", text: "look." },
    call("a", { path: "/x" }),
  ]);
  expect(draft.finish(false)).toEqual({
    content: [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Let me look." },
      callPart("a", { path: "/x" }),
    ],
  });
});

test("empty texts are left out, and alone they are no answer", () => {
  const { draft } = draftOf([...text("0"), ...text("1", " \n")]);
  expect(draft.isEmpty()).toBe(true);
  expect(draft.finish(false)).toEqual({ content: [] });
});

test("reasoning keeps its encrypted form, also when nothing of it can be read", () => {
  const at = (reasoningEncryptedContent: string | null) => ({ openai: { itemId: "rs_1", reasoningEncryptedContent } });
  const { draft } = draftOf([
    { type: "reasoning-start", id: "rs_1:0", providerMetadata: at(null) },
    { type: "reasoning-end", id: "rs_1:0", providerMetadata: at("gAAAA") },
    ...text("0", "Done."),
  ]);
  expect(draft.finish(false).content).toEqual([
    { type: "reasoning", text: "", providerOptions: at("gAAAA") },
    { type: "text", text: "Done." },
  ]);
});

test.each([
  ["", []],
  ["call 1", []],
  ["functions.read_file:0", []],
  ["x".repeat(65), []],
  ["used", ["used"]],
])("the call id %j gets a new one that is the same everywhere, and is kept", (id, known) => {
  const { draft, chunks } = draftOf([start(id), delta(id, '{"a":1}'), call(id, { a: 1 })], known);
  expect(chunks.map((chunk) => chunk && "toolCallId" in chunk && chunk.toolCallId)).toEqual([
    "new-1",
    "new-1",
    "new-1",
  ]);
  expect(draft.finish(false)).toEqual({
    content: [callPart("new-1", { a: 1 })],
    providerCallIds: { "new-1": id },
  });
});

test.each(["", "same"])("several calls with the id %j stay several calls, each with its own input", (id) => {
  const one = (n: number) => [start(id), delta(id, `{"n":${n}}`), call(id, { n })];
  const { draft } = draftOf([...one(1), ...one(2), ...one(3)]);
  const { content, brokenInputs } = draft.finish(false);
  expect(content.map((part) => part.type === "tool-call" && part.input)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(new Set(content.map((part) => part.type === "tool-call" && part.toolCallId)).size).toBe(3);
  expect(brokenInputs).toBeUndefined();
});

test("of several calls with one id, each broken one is told as broken", () => {
  const { draft } = draftOf([call("", '{"n":1'), call("", { n: 2 }), call("", "[3]")]);
  expect(draft.finish(false)).toEqual({
    content: [callPart("new-1", {}), callPart("new-2", { n: 2 }), callPart("new-3", {})],
    brokenInputs: { "new-1": '{"n":1', "new-3": "[3]" },
    providerCallIds: { "new-1": "", "new-2": "", "new-3": "" },
  });
});

test("calls with one id whose arguments arrive interleaved end as several calls", () => {
  const { draft } = draftOf([start("x"), start("x"), delta("x", "{"), call("x", { n: 1 }), call("x", { n: 2 })]);
  const { content, brokenInputs } = draft.finish(false);
  expect(content.map((part) => part.type === "tool-call" && part.input)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(brokenInputs).toBeUndefined();
});

test("arguments that never ended are broken in a finished step, and left out of a cut one", () => {
  const parts = [...text("0", "Writing."), start("a"), delta("a", '{"path":"/workspace/a.txt","content":"abc')];
  expect(draftOf(parts).draft.finish(false)).toEqual({
    content: [{ type: "text", text: "Writing." }, callPart("a", {})],
    brokenInputs: { a: '{"path":"/workspace/a.txt","content":"abc' },
  });
  expect(draftOf(parts).draft.finish(true)).toEqual({ content: [{ type: "text", text: "Writing." }] });
});

test.each([['{"a":'], ["[1]"], ["5"], ['"text"'], ["null"]])(
  "arguments that are %s are no object and so broken",
  (raw) => {
    const { draft } = draftOf([start("a"), delta("a", raw), call("a", raw)]);
    expect(draft.finish(false)).toEqual({ content: [callPart("a", {})], brokenInputs: { a: raw } });
  },
);

test("a piece of arguments that comes after its call has ended changes nothing", () => {
  const { draft, chunks } = draftOf([start("a"), call("a", { n: 1 }), delta("a", "late")]);
  expect(chunks[2]).toBeUndefined();
  expect(draft.finish(false)).toEqual({ content: [callPart("a", { n: 1 })] });
});
