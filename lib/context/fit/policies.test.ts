import type { ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { buildConversation, deepFreeze, type Step } from "./conversation.fixture.ts";
import { fitRequest } from "./fit-request.ts";
import { checkPairs } from "./rules.fixture.ts";

const round = (results: number[] = [4_000]): Step => ({ kind: "round", results, split: false });
const user = (length: number): Step => ({ kind: "user", length });
const answer: Step = { kind: "answer", length: 40 };
const repeat = (count: number, ...steps: Step[]): Step[] => Array.from({ length: count }, () => steps).flat();

describe("answered first", () => {
  /** Rounds of which every second one is followed by a step with words. */
  function halfAnswered(): ModelMessage[] {
    const messages = buildConversation(repeat(16, round()));
    return messages.map((message, index) =>
      message.role === "assistant" && index % 4 === 3 && typeof message.content !== "string"
        ? { ...message, content: [{ type: "text" as const, text: "So that is in it." }, ...message.content] }
        : message,
    );
  }

  test("results that the next step has put into words go before older ones that it has not", () => {
    const messages = deepFreeze(halfAnswered());
    const budget = 14_000;
    const byAge = fitRequest({ messages, budget }).state.clearedResults.map(([at]) => at);
    const byAnswer = fitRequest({ messages, budget, options: { answeredFirst: true } }).state.clearedResults.map(
      ([at]) => at,
    );
    expect(byAge).toEqual([...byAge].sort((a, b) => a - b));
    expect(byAnswer.length).toBe(byAge.length);
    // The results at 2, 6, 10 … are followed by words.
    const answered = byAnswer.filter((at) => at % 4 === 2);
    expect(answered.length).toBeGreaterThan(byAge.filter((at) => at % 4 === 2).length);
  });
});

describe("short user messages of dropped turns", () => {
  const messages = deepFreeze(buildConversation(repeat(12, user(120), round([2_000]), answer, user(3_000), answer)));
  const budget = 5_000;

  test("go with their turns by default", () => {
    const { report } = fitRequest({ messages, budget });
    expect(report.stage).toBe(2);
    expect(
      messages.filter(({ role }, at) => at > 0 && role === "user" && report.items[at] === "dropped").length,
    ).toBeGreaterThan(10);
  });

  test("stay after the note where that is wanted, the newest first, within a tenth of the budget", () => {
    const options = { keepShortUserMessages: true };
    const { report, state, messages: sent } = fitRequest({ messages, budget, options });
    const kept = state.pinned.map((at) => messages[at]?.content as string);
    expect(report.fits).toBe(true);
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.every((text) => text.length < 200)).toBe(true);
    expect(kept.join("").length / 4).toBeLessThan(budget / 10);
    const dropped = messages.flatMap(({ role, content }, at) =>
      role === "user" && report.items[at] === "dropped" && (content as string).length < 200 ? [at] : [],
    );
    expect(Math.max(...dropped)).toBeLessThan(Math.min(...state.pinned));
    checkPairs(sent);
    // The next step leaves them where they are.
    const again = fitRequest({ messages, budget, options, state });
    expect(again.messages).toEqual(sent);
  });
});

describe("pins", () => {
  const messages = deepFreeze(buildConversation(repeat(20, round([2_000]), answer, user(400))));
  const budget = 3_000;

  test("a pinned round and a pinned message stay whole while everything around them goes", () => {
    const pins = [2, 4];
    let state = fitRequest({ messages: messages.slice(0, 20), budget, pins }).state;
    for (let length = 21; length <= messages.length; length++) {
      if (messages[length]?.role === "tool") continue;
      const result = fitRequest({ messages: messages.slice(0, length), budget, pins, state });
      for (const at of [1, 2, 4]) expect(result.messages).toContain(messages[at]);
      checkPairs(result.messages);
      expect(result.report.fits).toBe(true);
      state = result.state;
    }
    expect(state.droppedMessages).toBeGreaterThan(20);
  });

  test("beyond a quarter of the budget there is no pinning", () => {
    const pins = messages.map((_, index) => index);
    const { report, state } = fitRequest({ messages, budget, pins });
    expect(report.fits).toBe(true);
    const kept = state.pinned.filter((at) => at < state.droppedMessages);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(12);
  });

  test("results that nobody has read yet yield at last, also when they are pinned", () => {
    const many = deepFreeze(buildConversation([round([2_000, 2_000, 2_000, 2_000])]));
    const { report } = fitRequest({ messages: many, budget: 1_500, pins: [2] });
    expect(report).toMatchObject({ fits: true, stage: 4 });
  });
});
