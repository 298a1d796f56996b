import type { ModelMessage, ToolResultPart } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildConversation, deepFreeze } from "./conversation.fixture.ts";
import { checkPairs } from "./rules.fixture.ts";
import { validateRequest } from "./validate.ts";

const user = (content: string): ModelMessage => ({ role: "user", content });
const text = (content: string): ModelMessage => ({ role: "assistant", content });
const call = (...ids: string[]): ModelMessage => ({
  role: "assistant",
  content: ids.map((toolCallId) => ({ type: "tool-call", toolCallId, toolName: "run", input: {} })),
});
const part = (
  toolCallId: string,
  output: ToolResultPart["output"] = { type: "text", value: "ok" },
): ToolResultPart => ({
  ...{ type: "tool-result", toolCallId, toolName: "run" },
  output,
});
const tool = (...parts: ToolResultPart[]): ModelMessage => ({ role: "tool", content: parts });
const kinds = (messages: ModelMessage[]) => validateRequest(messages).repairs.map(({ kind }) => kind);

describe("validateRequest", () => {
  test("returns right messages as the same objects", () => {
    const messages = deepFreeze(
      buildConversation([
        { kind: "round", results: [5, 5], split: false },
        { kind: "round", results: [5, 5], split: true },
        { kind: "answer", length: 5 },
        { kind: "user", length: 5 },
      ]),
    );
    const { messages: sent, repairs } = validateRequest(messages);
    expect(repairs).toEqual([]);
    expect(sent).toHaveLength(messages.length);
    expect(sent.every((message, index) => message === messages[index])).toBe(true);
  });

  test("answers a call that has no result, and leaves everything else alone", () => {
    const messages = [user("go"), call("c1", "c2"), tool(part("c1")), user("only lint")];
    const { messages: sent, repairs } = validateRequest(messages);
    expect(repairs).toEqual([{ kind: "result-added", message: 1, toolCallId: "c2" }]);
    expect(sent[2]).toMatchObject({
      role: "tool",
      content: [part("c1"), { toolCallId: "c2", output: { type: "error-text" } }],
    });
    expect([sent[0], sent[1], sent[3]]).toEqual([messages[0], messages[1], messages[3]]);
    expect(sent[3]).toBe(messages[3]);
  });

  test("removes results without a call, and second results", () => {
    const messages = [user("go"), tool(part("c9")), call("c1"), tool(part("c1"), part("c1"), part("c8")), user("on")];
    const { messages: sent, repairs } = validateRequest(messages);
    expect(sent).toEqual([user("go"), call("c1"), tool(part("c1")), user("on")]);
    expect(repairs.map(({ kind, toolCallId }) => [kind, toolCallId])).toEqual([
      ["result-removed", "c9"],
      ["result-removed", "c1"],
      ["result-removed", "c8"],
    ]);
  });

  test("moves results to their call, in call order", () => {
    const late = [user("go"), call("c1"), user("and?"), tool(part("c1"))];
    expect(validateRequest(late).messages).toEqual([user("go"), call("c1"), tool(part("c1")), user("and?")]);
    const crossed = [user("go"), call("c1", "c2"), tool(part("c2"), part("c1"))];
    expect(validateRequest(crossed).messages[2]).toEqual(tool(part("c1"), part("c2")));
    expect([kinds(late), kinds(crossed)]).toEqual([["result-moved"], ["result-moved"]]);
  });

  test("leaves calls alone that the provider ran itself", () => {
    const toolCall = {
      type: "tool-call" as const,
      toolCallId: "c1",
      toolName: "search",
      input: {},
      providerExecuted: true,
    };
    const messages: ModelMessage[] = [user("go"), { role: "assistant", content: [toolCall, part("c1")] }, user("on")];
    expect(kinds(messages)).toEqual([]);
  });

  test("begins with a user message", () => {
    expect(kinds([text("hi"), user("go")])).toEqual(["opening-added"]);
    expect(validateRequest([text("hi")]).messages[0]?.role).toBe("user");
    expect(validateRequest([])).toEqual({ messages: [], repairs: [] });
  });

  test("removes empty texts and messages", () => {
    const step: ModelMessage = { role: "assistant", content: [{ type: "text", text: " \n" }, ...callParts("c1")] };
    const { messages: sent } = validateRequest([user("go"), step, tool(part("c1")), text(""), user("  "), user("on")]);
    expect(sent).toEqual([user("go"), call("c1"), tool(part("c1")), user("on")]);
  });

  test.each<[string, ToolResultPart["output"], ToolResultPart["output"]]>([
    ["empty text", { type: "text", value: "" }, { type: "text", value: "(no output)" }],
    ["blank text", { type: "text", value: "   " }, { type: "text", value: "(no output)" }],
    ["empty list", { type: "content", value: [] }, { type: "text", value: "(no output)" }],
    ["blank item", { type: "content", value: [{ type: "text", text: "" }] }, { type: "text", value: "(no output)" }],
    ["empty error", { type: "error-text", value: "" }, { type: "error-text", value: "(no output)" }],
  ])("sends an output that is an %s as a word", (_, output, filled) => {
    const messages = [user("go"), call("c1"), tool(part("c1", output))];
    const { messages: sent, repairs } = validateRequest(messages);
    expect(sent[2]).toEqual(tool(part("c1", filled)));
    expect(repairs).toEqual([{ kind: "output-filled", message: 2, toolCallId: "c1" }]);
  });

  test("removes reasoning that nothing follows", () => {
    const reasoning = { type: "reasoning" as const, text: "hm" };
    const followed: ModelMessage = { role: "assistant", content: [reasoning, reasoning, { type: "text", text: "ok" }] };
    const cut: ModelMessage = { role: "assistant", content: [{ type: "text", text: "ok" }, reasoning] };
    const alone: ModelMessage = { role: "assistant", content: [reasoning] };
    const { messages: sent } = validateRequest([user("go"), followed, user("on"), cut, user("on"), alone, user("on")]);
    expect(sent[1]).toBe(followed);
    expect(sent[3]).toEqual({ role: "assistant", content: [{ type: "text", text: "ok" }] });
    expect(sent.slice(4)).toEqual([user("on"), user("on")]);
  });

  test("makes every string well-formed and free of NUL", () => {
    const messages = [user("a\0b\ud800"), call("c1"), tool(part("c1", { type: "json", value: { "k\0": ["\udc00"] } }))];
    const { messages: sent, repairs } = validateRequest(messages);
    expect(sent[0]).toEqual(user("a\u2400b\ufffd"));
    expect(sent[2]).toEqual(tool(part("c1", { type: "json", value: { "k\u2400": ["\ufffd"] } })));
    expect(repairs.map(({ message }) => message)).toEqual([0, 2]);
  });

  test("makes any list right in one pass, without changing the input", () => {
    const id = fc.constantFrom("a", "b", "c", "d");
    const ids = fc.uniqueArray(id, { maxLength: 3 });
    const anyMessage: fc.Arbitrary<ModelMessage> = fc.oneof(
      fc.constantFrom("", "hi", "\0").map(user),
      fc.constantFrom("", "ok").map(text),
      ids.map((list) => call(...list)),
      fc.array(id, { maxLength: 3 }).map((list) => tool(...list.map((one) => part(one)))),
    );
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 10 }), (messages) => {
        const { messages: sent } = validateRequest(deepFreeze(messages));
        checkPairs(sent);
        expect(sent[0]?.role ?? "user").toBe("user");
        const again = validateRequest(sent);
        expect(again.repairs).toEqual([]);
        expect(again.messages.every((message, index) => message === sent[index])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function callParts(...ids: string[]) {
  return ids.map((toolCallId) => ({ type: "tool-call" as const, toolCallId, toolName: "run", input: {} }));
}

describe("pictures", () => {
  const picture = (bytes: number) => ({
    ...{ type: "file" as const, mediaType: "image/png" },
    data: "A".repeat(Math.ceil((bytes * 4) / 3)),
  });
  const asking = (...content: ReturnType<typeof picture>[]): ModelMessage => ({ role: "user", content });
  const left = (messages: ModelMessage[]) =>
    messages.flatMap(({ content }) => (typeof content === "string" ? [] : content.map(({ type }) => type)));

  test("too large a one is left out, and says so", () => {
    const { messages, repairs } = validateRequest([asking(picture(6_000_000), picture(100))]);
    expect(left(messages)).toEqual(["text", "file"]);
    expect(JSON.stringify(messages)).toContain("It is still stored");
    expect(repairs).toEqual([{ kind: "image-removed", message: 0 }]);
    expect(validateRequest(messages).repairs).toEqual([]);
  });

  test("the newest stay when together they are too many or too large", () => {
    const many = validateRequest([asking(...Array.from({ length: 60 }, () => picture(10)))]).messages;
    expect(left(many)).toEqual([...Array(10).fill("text"), ...Array(50).fill("file")]);
    const large = validateRequest(Array.from({ length: 6 }, () => asking(picture(4_500_000)))).messages;
    expect(left(large)).toEqual(["text", "text", "file", "file", "file", "file"]);
  });

  test("those in results count as well, addresses cost nothing, and what fits comes out as the same object", () => {
    const value = [
      { type: "file" as const, mediaType: "image/png", data: { type: "data" as const, data: picture(6_000_000).data } },
    ];
    const result: ModelMessage = {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "c", toolName: "look", output: { type: "content", value } }],
    };
    const call: ModelMessage = {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "c", toolName: "look", input: {} }],
    };
    const { messages } = validateRequest([user("look"), call, result]);
    expect(JSON.stringify(messages).length).toBeLessThan(1_000);
    const address: ModelMessage = {
      role: "user",
      content: [{ type: "image", image: new URL(`https://example.org/${"a".repeat(9_000_000)}.png`) }],
    };
    expect(validateRequest([address]).messages[0]).toBe(address);
  });
});
