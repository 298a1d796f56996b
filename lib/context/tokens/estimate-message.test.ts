import type { ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { estimateMessage, estimatePart } from "./estimate-message.ts";
import { estimateFixed, estimateRequest, estimateTools } from "./estimate-request.ts";
import { estimateText } from "./estimate-text.ts";
import { DEFAULT_PROFILE, readEstimate, storeEstimate } from "./stored-estimate.ts";

const result = (output: Parameters<typeof toResult>[0]) => estimatePart(toResult(output));

function toResult(output: Extract<Parameters<typeof estimatePart>[0], { type: "tool-result" }>["output"]) {
  return { type: "tool-result" as const, toolCallId: "c1", toolName: "read_file", output };
}

describe("estimateMessage", () => {
  test("is four and the parts, each rounded up once", () => {
    expect(estimateMessage({ role: "user", content: "abcde" })).toBe(4 + 2);
    const parts = [
      { type: "reasoning" as const, text: "abcde" },
      { type: "text" as const, text: "abcde" },
      { type: "tool-call" as const, toolCallId: "c1", toolName: "read", input: { path: "a" } },
    ];
    const sum = parts.reduce((total, part) => total + estimatePart(part), 0);
    expect(sum).toBe(2 + 2 + 8 + estimateText('read{"path":"a"}'));
    expect(estimateMessage({ role: "assistant", content: parts })).toBe(4 + sum);
  });

  test("counts a tool result as eight and its text, or the JSON of its value", () => {
    expect(result({ type: "text", value: "abcde" })).toBe(8 + 2);
    expect(result({ type: "error-text", value: "жж" })).toBe(8 + 1);
    expect(result({ type: "json", value: { a: [1, 2] } })).toBe(8 + estimateText('{"a":[1,2]}'));
    expect(result({ type: "execution-denied", reason: "abcd" })).toBe(8 + 1);
    expect(result({ type: "content", value: [{ type: "text", text: "abcd" }] })).toBe(8 + 1);
  });

  test("counts encrypted reasoning by characters ÷ 4 beside its readable text", () => {
    const providerOptions = { openai: { itemId: "rs_1", reasoningEncryptedContent: "ж".repeat(400) } };
    expect(estimatePart({ type: "reasoning", text: "", providerOptions })).toBe(100);
    expect(estimatePart({ type: "reasoning", text: "abcd", providerOptions })).toBe(101);
  });

  test("counts a picture flat, whatever its bytes and wherever it is", () => {
    const data = "A".repeat(4_197_680);
    expect(estimatePart({ type: "image", image: data })).toBe(1_100);
    expect(estimatePart({ type: "file", mediaType: "image/png", data })).toBe(1_100);
    expect(
      result({ type: "content", value: [{ type: "file", mediaType: "image", data: { type: "data", data } }] }),
    ).toBe(1_108);
    const foreign = { role: "tool", content: [toResult({ type: "content", value: [] })] };
    Object.assign(foreign.content[0]?.output ?? {}, { value: [{ type: "media", mediaType: "image/png", data }] });
    expect(estimateMessage(foreign as ModelMessage)).toBe(1_112);
  });

  test("counts a file by its bytes ÷ 3, however they are carried", () => {
    const file = (data: Extract<Parameters<typeof estimatePart>[0], { type: "file" }>["data"]) =>
      estimatePart({ type: "file", mediaType: "application/pdf", data });
    expect(file(new Uint8Array(300))).toBe(100);
    expect(file("A".repeat(400))).toBe(100);
    expect(file({ type: "data", data: "A".repeat(400) })).toBe(100);
    expect(file(`data:application/pdf;base64,${"A".repeat(400)}`)).toBe(100);
    expect(file(new URL(`data:application/pdf;base64,${"A".repeat(400)}`))).toBe(100);
    expect(file({ type: "text", text: "abcde" })).toBe(2);
    expect(file(new URL("https://example.org/a.pdf"))).toBe(estimateText("https://example.org/a.pdf"));
  });
});

describe("estimateRequest", () => {
  test("is instructions, tools and messages", () => {
    const tools = [
      { name: "read_file", description: "Reads a file.", inputSchema: { type: "object", properties: {} } },
      { name: "stop", inputSchema: {} },
    ];
    const messages: ModelMessage[] = [{ role: "user", content: "Hello" }];
    const first = JSON.stringify({
      name: "read_file",
      description: "Reads a file.",
      inputSchema: tools[0]?.inputSchema,
    });
    expect(estimateTools(tools)).toBe(estimateText(first) + estimateText('{"name":"stop","inputSchema":{}}'));
    expect(estimateFixed({ instructions: "Be brief.", tools })).toBe(3 + estimateTools(tools));
    expect(estimateRequest({ instructions: "Be brief.", tools, messages })).toBe(3 + estimateTools(tools) + 6);
  });
});

describe("a stored estimate", () => {
  test("is valid only under the rule that made it", () => {
    const counts = { tokens: 9, plain: 7 };
    const qwen = { profile: "qwen", version: 1 };
    expect(storeEstimate(counts)).toEqual({ profile: "script", version: 1, tokens: 7 });
    expect(readEstimate(storeEstimate(counts))).toBe(7);
    expect(readEstimate(storeEstimate(counts, qwen))).toBe(7);
    expect(readEstimate(storeEstimate(counts, qwen), qwen)).toBe(9);
    expect(readEstimate(storeEstimate(counts), qwen)).toBeUndefined();
    expect(readEstimate({ ...DEFAULT_PROFILE, version: 2, tokens: 7 })).toBeUndefined();
    expect(readEstimate(undefined)).toBeUndefined();
  });
});
