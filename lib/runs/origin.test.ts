import { expect, test } from "vitest";
import type { StepEntry } from "#lib/agent/types.ts";
import type { LogRow } from "#lib/store/index.ts";
import { originOf, withoutForeign } from "./origin.ts";

const provider = { baseURL: "https://a/v1", apiKey: "k1", modelId: "m", api: "responses" as const, practice: false };
const secret = { openai: { itemId: "rs_1", reasoningEncryptedContent: "gAAA" } };
const entry: StepEntry = {
  ...{ id: "s", tokens: 9, plain: 9, role: "assistant", state: "complete", finishReason: "stop", resultBound: 1 },
  content: [
    { type: "reasoning", text: "", providerOptions: secret },
    { type: "reasoning", text: "Thinking aloud.", providerOptions: secret },
    { type: "text", text: "Hello.", providerOptions: { openai: { itemId: "msg_1" } } },
  ],
};
const rowOf = (detail: object) => ({ detail }) as unknown as LogRow;

test.each([
  ["another key", { ...provider, apiKey: "k2" }],
  ["another model", { ...provider, modelId: "n" }],
  ["another provider", { ...provider, baseURL: "https://b/v1" }],
])("a step that %s made is sent without ids and encrypted reasoning", (_, other) => {
  const row = rowOf({ origin: originOf(provider), model: "m" });
  expect(withoutForeign(entry, row, provider)).toBe(entry);
  expect(withoutForeign(entry, row, other)).toEqual({
    ...entry,
    content: [
      { type: "reasoning", text: "Thinking aloud." },
      { type: "text", text: "Hello." },
    ],
  });
});

test("a step from before origins were kept goes by its model", () => {
  expect(withoutForeign(entry, rowOf({ model: "m" }), provider)).toBe(entry);
  expect(withoutForeign(entry, rowOf({ model: "n" }), provider)).not.toBe(entry);
});

test("the practice model is the same after a restart, and no origin tells a key", () => {
  const practice = { ...provider, practice: true };
  expect(originOf(practice)).toBe(originOf({ ...practice, apiKey: "k2", baseURL: "http://127.0.0.1:1/v1" }));
  expect(originOf(provider)).not.toContain("k1");
});
