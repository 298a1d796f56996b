import type { ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { clearCall, findLargeValues } from "./clear-input.ts";
import { buildConversation, deepFreeze } from "./conversation.fixture.ts";
import { fitRequest } from "./fit-request.ts";
import { DEFAULT_FIT_OPTIONS } from "./options.ts";
import { projectMessages } from "./project.ts";
import type { FitState } from "./state.ts";

describe("inputs of old calls", () => {
  const text = "w".repeat(4_000);
  const written = (count: number) =>
    buildConversation([
      ...Array.from({ length: count }, () => ({
        kind: "round" as const,
        results: [2_000],
        split: false,
        written: 4_000,
      })),
      { kind: "answer", length: 10 },
    ]);
  const inputsOf = (messages: readonly ModelMessage[]) =>
    messages.flatMap((message) =>
      message.role === "assistant" && typeof message.content !== "string"
        ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.input as { content: string }] : []))
        : [],
    );

  test("become notes with a path, oldest first, four calls at a time, when clearing results is not enough", () => {
    const messages = deepFreeze(written(12));
    const { messages: sent, report, state } = fitRequest({ messages, budget: 15_000 });
    const cleared = inputsOf(sent).filter(({ content }) => content !== text);
    expect(report).toMatchObject({ fits: true, stage: 1, newlyDropped: 0 });
    expect(cleared.length % 4).toBe(0);
    expect(state.clearedInputs.map(([at]) => at)).toEqual(cleared.map((_, index) => 1 + 2 * index));
    expect(cleared[0]?.content).toBe(DEFAULT_FIT_OPTIONS.clearedInputNote.replace("{toolCallId}", "call_0"));
    expect(inputsOf(messages).every(({ content }) => content === text)).toBe(true);
  });

  test("stay cleared with the same bytes while a conversation grows", () => {
    const messages = written(30);
    let state: FitState | undefined;
    let before = "";
    for (let length = 20; length <= 60; length += 2) {
      const result = fitRequest({ messages: messages.slice(0, length), budget: 16_000, ...(state && { state }) });
      const bytes = JSON.stringify(result.messages).slice(0, -1);
      if (result.report.stage === 0) expect(bytes.startsWith(before)).toBe(true);
      state = JSON.parse(JSON.stringify(result.state)) as FitState;
      before = bytes;
    }
  });

  test("stay whole where the tool would not take a note", () => {
    const acceptsInput = (_: string, input: unknown) => (input as { content: string }).content === text;
    const { state } = fitRequest({ messages: written(12), budget: 12_000, acceptsInput });
    expect(state.clearedInputs).toEqual([]);
  });

  test("a state from before there were any is read and gives the same bytes", () => {
    const messages = written(6);
    const earlier = { v: 1 as const, clearedResults: [], droppedMessages: 5, pinned: [] };
    const { state, messages: sent } = fitRequest({ messages, budget: 100_000, state: earlier });
    expect(state).toEqual({ ...earlier, v: 2, clearedInputs: [] });
    expect(sent).toEqual(projectMessages(messages, earlier, DEFAULT_FIT_OPTIONS));
  });

  test("large strings are found at any depth, and small ones are left alone", () => {
    const input = { edits: [{ "a/b": text, old: "short" }], path: "p", "~": text };
    expect(findLargeValues(input, 200, () => true)).toEqual(["/edits/0/a~1b", "/~0"]);
    const call = {
      type: "tool-call" as const,
      toolCallId: "c",
      toolName: "edit",
      input,
      providerOptions: { x: { id: "1" } },
    };
    expect(clearCall(call, ["/edits/0/a~1b"], "note")).toEqual({
      ...{ type: "tool-call", toolCallId: "c", toolName: "edit" },
      input: { edits: [{ "a/b": "note", old: "short" }], path: "p", "~": text },
    });
  });
});
