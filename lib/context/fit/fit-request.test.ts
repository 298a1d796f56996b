import type { ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { fateOf } from "../report.ts";
import { estimateMessage, estimatePart } from "../tokens/estimate-message.ts";
import { estimateRequest } from "../tokens/estimate-request.ts";
import { buildConversation, type Step } from "./conversation.fixture.ts";
import type { FitItem } from "./draft.ts";
import { fitRequest } from "./fit-request.ts";
import { DEFAULT_FIT_OPTIONS } from "./options.ts";
import { EMPTY_STATE, type FitState } from "./state.ts";

/** A round whose results have about a thousand tokens each. */
const round = (...thousands: number[]): Step => ({
  kind: "round",
  results: thousands.map((count) => count * 4000),
  split: false,
});
const user: Step = { kind: "user", length: 20 };
const answer: Step = { kind: "answer", length: 20 };
const repeat = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);
const total = (messages: readonly ModelMessage[]) => estimateRequest({ instructions: "", tools: [], messages });
const clearedIds = (messages: readonly ModelMessage[]) =>
  messages.flatMap((message) =>
    message.role !== "tool"
      ? []
      : message.content.flatMap((part) =>
          part.type === "tool-result" && part.output.type === "text" && part.output.value.startsWith("[This result")
            ? [part.toolCallId]
            : [],
        ),
  );

describe("a request that fits", () => {
  test("goes out as it is, object by object", () => {
    const messages = buildConversation([round(1), answer, user]);
    const { messages: sent, report, state } = fitRequest({ messages, budget: total(messages) });
    expect(sent).toEqual(messages);
    expect(sent.every((message, index) => message === messages[index])).toBe(true);
    expect(state).toBe(EMPTY_STATE);
    expect(report).toMatchObject({ fits: true, sendable: true, stage: 0, newlyCleared: [], newlyDropped: 0 });
    expect(report.items).toEqual(["whole", "whole", "whole", "whole", "whole"]);
  });

  test("may be empty", () => {
    expect(fitRequest({ messages: [], budget: 100 })).toMatchObject({ messages: [], report: { fits: true, after: 0 } });
    expect(fitRequest({ messages: [], instructions: "too long", budget: 1 }).report.fits).toBe(false);
  });
});

describe("clearing the oldest results", () => {
  const messages = buildConversation(repeat(20, round(1)));

  test("goes in steps of four down to the mark, and leaves the newest whole", () => {
    const { messages: sent, report, state } = fitRequest({ messages, budget: 20_000 });
    expect(report.stage).toBe(1);
    expect(clearedIds(sent)).toEqual(Array.from({ length: 12 }, (_, index) => `call_${index}`));
    expect(report.after).toBeLessThanOrEqual(12_000);
    expect(report.mark).toBe(12_000);
    expect(state.clearedResults[0]).toEqual([2, 0]);
    expect(report.newlyCleared).toEqual(state.clearedResults);
  });

  test("stops as soon as it fits when the mark is 1", () => {
    const { messages: sent, report } = fitRequest({ messages, budget: 20_000, options: { lowWaterMark: 1 } });
    expect(report.after).toBeLessThanOrEqual(20_000);
    expect(clearedIds(sent)).toHaveLength(4);
  });

  test("leaves the call, names the path, and drops what belonged to the old content", () => {
    const { messages: sent } = fitRequest({ messages, budget: 20_000 });
    expect(sent[1]).toBe(messages[1]);
    const [part] = sent[2]?.role === "tool" ? sent[2].content : [];
    expect(part).toEqual({
      type: "tool-result",
      toolCallId: "call_0",
      toolName: "read_file",
      output: { type: "text", value: expect.stringContaining("/tool_results/call_0 ") },
    });
  });

  test("protects by size, not by number: many small results or one large one", () => {
    const small = buildConversation([...repeat(6, round(4)), ...repeat(40, round(0.1)), answer, user, answer]);
    const cleared = clearedIds(fitRequest({ messages: small, budget: 20_000 }).messages);
    expect(cleared).toEqual(["call_0", "call_1", "call_2", "call_3"]);
    const large = buildConversation([...repeat(8, round(1)), round(9), answer]);
    const { messages: sent } = fitRequest({ messages: large, budget: 12_000 });
    expect(clearedIds(sent)).not.toContain("call_8");
  });

  test("leaves results alone that would hardly be smaller", () => {
    const short = buildConversation([...repeat(30, round(0.2)), round(1)]);
    const { messages: sent, report } = fitRequest({ messages: short, budget: total(short) - 1 });
    expect(clearedIds(sent)).toEqual([]);
    expect(report.stage).toBe(3);
  });

  test("keeps whole what the model has not read, beyond the protected share", () => {
    const parallel = buildConversation([...repeat(4, round(1)), round(2, 2, 2, 2)]);
    const { messages: sent, report } = fitRequest({ messages: parallel, budget: 10_000 });
    expect(clearedIds(sent)).toEqual(["call_0", "call_1", "call_2", "call_3"]);
    expect(report).toMatchObject({ stage: 1, fits: true });
    expect(report.after).toBeGreaterThan(report.mark);
  });

  test("counts the mark from the fixed part up", () => {
    const { report } = fitRequest({ messages, fixedTokens: 10_000, budget: 20_000 });
    expect(report.mark).toBe(16_000);
  });
});

describe("keeping whole turns", () => {
  const messages = buildConversation(Array.from({ length: 12 }, () => [round(0.2, 0.2), answer, user]).flat());

  test("keeps first message, note and the newest turns down to the mark", () => {
    const { messages: sent, report, state } = fitRequest({ messages, budget: 3_000 });
    expect(report).toMatchObject({ stage: 2, fits: true });
    expect(sent[0]).toBe(messages[0]);
    expect(sent[1]).toEqual({ role: "user", content: DEFAULT_FIT_OPTIONS.trimmedNote });
    expect(sent.slice(2)).toEqual(messages.slice(state.droppedMessages));
    expect(messages[state.droppedMessages]?.role).toBe("user");
    expect(state.pinned).toEqual([]);
    expect(report.after).toBeLessThanOrEqual(1_800);
    const turn = total(messages.slice(state.droppedMessages - 4, state.droppedMessages));
    expect(report.after + turn).toBeGreaterThan(1_800);
    expect(report.newlyDropped).toBe(state.droppedMessages - 1);
  });

  test("keeps the current turn though it is over the mark", () => {
    const long = buildConversation([
      user,
      answer,
      ...repeat(3, user),
      ...repeat(2, round(0.1)),
      answer,
      user,
      round(2),
    ]);
    const { state, report } = fitRequest({ messages: long, budget: 2_300 });
    expect(report).toMatchObject({ stage: 2, fits: true });
    expect(report.after).toBeGreaterThan(report.mark);
    expect(state.droppedMessages).toBe(long.length - 3);
  });

  test("drops nothing when the note costs more than it saves", () => {
    const messages = buildConversation([
      { kind: "answer", length: 1 },
      { kind: "user", length: 4000 },
    ]);
    const { messages: sent, report } = fitRequest({ messages, budget: 500 });
    expect(sent).toEqual(messages);
    expect(report).toMatchObject({ stage: 0, fits: false });
  });
});

describe("keeping whole rounds", () => {
  const messages = buildConversation([...repeat(10, round(0.2, 0.2)), user, ...repeat(10, round(0.2, 0.2))]);

  test("shrinks one long turn, and keeps what the person said in it", () => {
    const { messages: sent, report, state } = fitRequest({ messages, budget: 2_000 });
    expect(report).toMatchObject({ stage: 3, fits: true });
    expect(sent[0]).toBe(messages[0]);
    expect(sent[1]).toEqual({ role: "user", content: DEFAULT_FIT_OPTIONS.trimmedNote });
    expect(sent[2]).toBe(messages[21]);
    expect(state.pinned).toEqual([21]);
    expect(sent[3]?.role).toBe("assistant");
    expect(report.after).toBeLessThanOrEqual(1_200);
    expect(report.items[21]).toBe("whole");
    expect(report.items[22]).toBe("dropped");
    expect(report.items[2]).toBe("dropped");
  });

  test("always keeps the newest round that has results, and what comes after it", () => {
    const open = buildConversation([...repeat(5, round(0.2)), round(1), answer]);
    const { messages: sent, report } = fitRequest({ messages: open, budget: 10 });
    expect(sent.slice(2)).toEqual(open.slice(-3));
    expect(report.fits).toBe(false);
  });

  test("stays byte-identical when a new turn starts, with what was pinned, until a stage must act", () => {
    const first = fitRequest({ messages, budget: 2_000 });
    const grown = [...messages, ...buildConversation([answer, user]).slice(1)];
    const second = fitRequest({ messages: grown, budget: 2_000, state: first.state });
    expect(second.report.stage).toBe(0);
    expect(JSON.stringify(second.messages)).toContain(JSON.stringify(first.messages).slice(0, -1));
    const large = [...grown, ...buildConversation([round(1)]).slice(1), ...buildConversation([answer, user]).slice(1)];
    const third = fitRequest({ messages: large, budget: 1_500, state: second.state });
    expect(third.state.pinned).toEqual([]);
    expect(third.state.droppedMessages).toBeGreaterThan(first.state.droppedMessages);
  });

  test("prunes cleared results that are dropped: dropped wins", () => {
    const mixed = buildConversation([...repeat(4, round(1)), ...repeat(20, round(0.2))]);
    const { state, report } = fitRequest({ messages: mixed, budget: 2_500 });
    expect(report.stage).toBe(3);
    expect(state.clearedResults).toEqual([]);
    expect(report.items[2]).toBe("dropped");
    expect(report.newlyCleared).toEqual([]);
  });
});

describe("the report", () => {
  test("tells one fate per message, and one per part where they differ", () => {
    const messages = buildConversation([round(1), round(1, 0.01), ...repeat(2, round(1)), round(0.5)]);
    const { report } = fitRequest({ messages, budget: 3_000 });
    expect(report.items.slice(2, 7)).toEqual(["cleared", "whole", ["cleared", "whole"], "whole", "cleared"]);
    expect(fateOf(report.items[4], 0)).toBe("cleared");
    expect(fateOf(report.items[4], 1)).toBe("whole");
    expect(fateOf(report.items[2], 0)).toBe("cleared");
  });
});

describe("clearing unread results", () => {
  const messages = buildConversation([round(1), round(2, 2, 2, 2)]);

  test("takes the oldest first, one at a time, and only as many as needed", () => {
    const { messages: sent, report } = fitRequest({ messages, budget: 5_000 });
    expect(report).toMatchObject({ stage: 4, fits: true });
    expect(clearedIds(sent)).toEqual(["call_1", "call_2"]);
  });

  test("never takes the last one, though the smallest form is over the budget", () => {
    const { messages: sent, report } = fitRequest({ messages, budget: 100, window: 12_000 });
    expect(clearedIds(sent)).toEqual(["call_1", "call_2", "call_3"]);
    expect(report).toMatchObject({ stage: 4, fits: false, sendable: true, limit: 9_000 });
    expect(fitRequest({ messages, budget: 100, window: 1_000 }).report.sendable).toBe(false);
    expect(fitRequest({ messages, budget: 100 }).report.sendable).toBe(false);
  });

  test("remembers them, and clears nothing more when they have been read", () => {
    const first = fitRequest({ messages, budget: 5_000 });
    const next = [...messages, ...buildConversation([answer]).slice(1)];
    const second = fitRequest({ messages: next, budget: 5_000, state: first.state });
    expect(second.report.stage).toBe(0);
    expect(second.state).toBe(first.state);
    expect(clearedIds(second.messages)).toEqual(["call_1", "call_2"]);
  });
});

describe("a first message that is not the person's", () => {
  test("keeps its results when it is a step", () => {
    const messages = buildConversation([round(0.1, 0.1), ...repeat(8, round(0.3))]).slice(1);
    const { messages: sent, report, state } = fitRequest({ messages, budget: 700 });
    expect(report.stage).toBe(3);
    expect(sent.slice(0, 2)).toEqual(messages.slice(0, 2));
    expect(sent[2]).toEqual({ role: "user", content: DEFAULT_FIT_OPTIONS.trimmedNote });
    expect(state.pinned).toEqual([1]);
  });

  test("keeps them when whole turns go, too", () => {
    const turns = Array.from({ length: 6 }, () => [answer, user, round(0.3)]).flat();
    const messages = buildConversation([round(0.1, 0.1), ...turns]).slice(1);
    const { messages: sent, report, state } = fitRequest({ messages, budget: 1_000 });
    expect(report.stage).toBe(2);
    expect(sent.slice(0, 2)).toEqual(messages.slice(0, 2));
    expect(state.pinned).toEqual([1]);
  });
});

describe("a call without a result", () => {
  test("stays as it was given", () => {
    const messages = buildConversation([...repeat(6, round(1)), round(1)]).slice(0, -1);
    const { messages: sent } = fitRequest({ messages, budget: 3_000 });
    expect(sent.at(-1)).toBe(messages.at(-1));
  });
});

describe("measuring", () => {
  test("asks for every item exactly once per call, at any stage", () => {
    const messages = buildConversation([...repeat(6, round(1, 0.2)), answer, user, ...repeat(6, round(1))]);
    const items = messages.reduce(
      (count, message) => count + (message.role === "tool" ? message.content.length : 1),
      0,
    );
    for (const budget of [100_000, 9_000, 3_000, 50]) {
      const asked: FitItem[] = [];
      const sizeOf = (item: FitItem) => {
        asked.push(item);
        return "role" in item ? estimateMessage(item) : estimatePart(item);
      };
      const counted = fitRequest({ messages, budget, sizeOf });
      expect(asked).toHaveLength(items);
      expect(new Set(asked).size).toBe(items);
      expect(counted).toEqual(fitRequest({ messages, budget }));
    }
  });

  test("counts anew where there is no stored estimate", () => {
    const messages = buildConversation([round(1)]);
    expect(fitRequest({ messages, budget: 10, sizeOf: () => undefined })).toEqual(fitRequest({ messages, budget: 10 }));
  });

  test("counts instructions and tools, unless told what they cost", () => {
    const tools = [{ name: "read_file", inputSchema: { type: "object" } }];
    const messages = buildConversation([]);
    const request = { instructions: "Be careful.", tools, messages };
    expect(fitRequest({ ...request, budget: 1_000 }).report.before).toBe(estimateRequest(request));
    expect(fitRequest({ ...request, fixedTokens: 77, budget: 1_000 }).report.before).toBe(77 + total(messages));
  });

  test("adds the surcharge of what is unmeasured to the size, not to the saving test", () => {
    const messages = buildConversation([...repeat(8, round(1)), round(0.1)]);
    const scale = { offset: 100, factor: 0.5, extraOf: (item: FitItem) => ("role" in item ? 0 : 500.2) };
    const { report } = fitRequest({ messages, budget: 100_000, scale });
    expect(report.before).toBe(Math.ceil(100 + 0.5 * total(messages) + 9 * 501));
    const short = buildConversation([...repeat(9, round(0.1)), answer]);
    expect(clearedIds(fitRequest({ messages: short, budget: 1_500, scale }).messages)).toEqual([]);
  });

  test("weighs the surcharge with the protected share, and gives it back when a result is cleared", () => {
    const messages = buildConversation([...repeat(8, round(1)), answer]);
    const extraOf = (item: FitItem) => ("role" in item ? 0 : 1_000);
    const options = { lowWaterMark: 0.3, clearBatch: 1 };
    const plain = fitRequest({ messages, budget: 9_000, options });
    const cautious = fitRequest({ messages, budget: 9_000, options, scale: { extraOf } });
    expect(clearedIds(plain.messages)).toHaveLength(0);
    expect(clearedIds(cautious.messages)).toHaveLength(7);
    expect(cautious.report.after).toBe(total(cautious.messages) + 1_000);
  });

  test("keeps the state when the factor changes: bytes do not change because a factor did", () => {
    const messages = buildConversation(repeat(20, round(1)));
    const first = fitRequest({ messages, budget: 20_000 });
    const state: FitState = JSON.parse(JSON.stringify(first.state));
    const again = fitRequest({ messages, budget: 20_000, state, scale: { factor: 1.3 } });
    expect(JSON.stringify(again.messages)).toBe(JSON.stringify(first.messages));
    expect(again.state).toBe(state);
  });
});

describe("prefix stability", () => {
  test("clears seldom over a long run: the beginning changes far less often than once a step", () => {
    const conversation = buildConversation(repeat(80, round(1)));
    let state = EMPTY_STATE;
    let changes = 0;
    for (let length = 3; length <= conversation.length; length += 2) {
      const result = fitRequest({ messages: conversation.slice(0, length), budget: 20_000, state });
      if (result.report.stage > 0) changes++;
      state = result.state;
      expect(result.report.fits).toBe(true);
    }
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(80 / 6);
  });
});

test("what was cleared keeps the words that it was cleared with, when the words have changed since", () => {
  const messages = buildConversation(repeat(24, round(1)));
  const first = fitRequest({
    messages: messages.slice(0, 29),
    budget: 10_000,
    options: { clearedNote: "[old {toolCallId}]" },
  });
  const options = { clearedNote: "[new words {toolCallId}]", earlierClearedNotes: ["[old {toolCallId}]"] };
  const again = fitRequest({ messages: messages.slice(0, 29), budget: 10_000, options, state: first.state });
  expect(again.messages).toEqual(first.messages);
  const later = fitRequest({ messages, budget: 10_000, options, state: JSON.parse(JSON.stringify(first.state)) });
  const text = JSON.stringify(later.messages);
  expect(text).toContain("[new words call_");
  expect(later.report.after).toBe(estimateRequest({ instructions: "", tools: [], messages: later.messages }));
  const newest = later.state.clearedResults.filter(([, , words]) => words === 2);
  expect(newest.length).toBe(later.report.newlyCleared.length);
});
