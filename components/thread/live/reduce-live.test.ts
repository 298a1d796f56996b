import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LiveEvent } from "./live-event.ts";
import { EMPTY_LIVE_STATE, type LiveState } from "./live-state.ts";
import { reduceLive, settleLive } from "./reduce-live.ts";
import { visibleSteps } from "./visible-steps.ts";

const chatId = "chat";
const event = (messageId: string, chunk: LiveEvent["chunk"], seq = 0): LiveEvent => ({
  seq,
  conversationId: chatId,
  messageId,
  chunk,
});
const fold = (events: LiveEvent[], from: LiveState = EMPTY_LIVE_STATE) => events.reduce(reduceLive, from);

const streamOf = (id: string, deltas: string[]): LiveEvent[] => [
  event(id, { type: "start", messageId: id }),
  event(id, { type: "text-start", id: "0" }),
  ...deltas.map((delta) => event(id, { type: "text-delta", id: "0", delta })),
  event(id, { type: "text-end", id: "0" }),
  event(id, { type: "finish" }),
];
const rowEvent = (id: string, seq: number) =>
  event(id, { type: "data-row", data: { seq, id, role: "assistant", kind: "step" } }, seq);
const shownText = (state: LiveState, rowIds: ReadonlySet<string>) =>
  visibleSteps(state, rowIds).map((step) =>
    step.parts.map((part) => (part.type === "tool" ? `[${part.toolName}]` : part.text)).join(""),
  );

describe("folding a stream", () => {
  it("shows text, thoughts and calls in the order in which they came", () => {
    const state = fold([
      event("s1", { type: "start", messageId: "s1" }),
      event("s1", { type: "reasoning-start", id: "r" }),
      event("s1", { type: "reasoning-delta", id: "r", delta: "Hm." }),
      event("s1", { type: "reasoning-end", id: "r" }),
      event("s1", { type: "text-start", id: "0" }),
      event("s1", { type: "text-delta", id: "0", delta: "Reading" }),
      event("s1", { type: "tool-input-start", toolCallId: "c1", toolName: "read_file" }),
      event("s1", { type: "tool-input-available", toolCallId: "c1", toolName: "read_file", input: { path: "a.md" } }),
    ]);
    expect(state.steps.get("s1")?.parts).toEqual([
      { type: "reasoning", id: "r", text: "Hm.", open: false },
      { type: "text", id: "0", text: "Reading", open: true },
      { type: "tool", toolCallId: "c1", toolName: "read_file", input: { path: "a.md" } },
    ]);
  });

  it("keeps text apart that comes under the same part id after a call", () => {
    const state = fold([
      ...streamOf("s1", ["one"]),
      event("s1", { type: "text-start", id: "0" }),
      event("s1", { type: "text-delta", id: "0", delta: "two" }),
    ]);
    expect(state.steps.get("s1")?.parts.map((part) => part.type === "text" && part.text)).toEqual(["one", "two"]);
  });

  it("forgets the text of an attempt that failed", () => {
    const begun = fold([event("s1", { type: "start" }), event("s1", { type: "text-delta", id: "0", delta: "half" })]);
    const again = fold(
      [event("s1", { type: "data-attempt", data: { attempt: 2 } }), ...streamOf("s1", ["whole"])],
      begun,
    );
    expect(shownText(again, new Set())).toEqual(["whole"]);
  });

  it("keeps running and finished calls until their result is a row", () => {
    const running = fold([
      event("s1", { type: "data-tool", data: { toolCallId: "c1", toolName: "x", state: "running", startedAt: 5 } }),
    ]);
    expect(running.tools.get("c1")).toEqual({ state: "running", startedAt: 5 });
    const failed = fold([event("s1", { type: "tool-output-error", toolCallId: "c1", errorText: "no" })], running);
    expect(failed.tools.get("c1")).toEqual({ state: "failed", startedAt: 5, text: "no" });
    expect(settleLive(failed, [{ id: "r", seq: 2, toolCallId: "c1" }], true).tools.size).toBe(0);
  });

  it("shows a wait until something happens", () => {
    const wait = { untilMs: 9, reason: "rate limit", attempt: 1 };
    const waiting = fold([event("s1", { type: "data-wait", data: wait })]);
    expect(waiting.wait).toEqual(wait);
    expect(fold(streamOf("s1", ["on"]), waiting).wait).toBeUndefined();
    expect(fold([event("", { type: "data-status", data: { status: "stopped" } })], waiting).wait).toBeUndefined();
  });

  it("drops everything at the end of a run, but not before the last announced row is there", () => {
    const state = fold([...streamOf("s1", ["text"]), rowEvent("s1", 4)]);
    expect(settleLive(state, [{ id: "u", seq: 3 }], false).steps.size).toBe(1);
    expect(settleLive(state, [{ id: "other", seq: 4 }], false).steps.size).toBe(0);
  });
});

describe("rows and chunks in any order", () => {
  // A run of steps; each is streamed, perhaps again from its start, and its row arrives at any time after it has finished.
  const runs = fc.array(
    fc.record({
      deltas: fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      repeated: fc.nat({ max: 2 }),
      cutAt: fc.nat({ max: 6 }),
      rowAfter: fc.nat({ max: 12 }),
      announced: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it("neither doubles nor loses text", () => {
    fc.assert(
      fc.property(runs, (steps) => {
        const ids = steps.map((_, index) => `s${index}`);
        const events = steps.flatMap(({ deltas, repeated, cutAt, announced }, index) => {
          const whole = streamOf(ids[index] ?? "", deltas);
          const cut = Array.from({ length: repeated }, () => whole.slice(0, cutAt)).flat();
          const row = announced ? [rowEvent(ids[index] ?? "", index + 1)] : [];
          return [...cut, ...whole, ...row, ...(announced ? whole.slice(1) : [])];
        });
        const finishedAt = ids.map((id) =>
          events.findLastIndex((e) => e.messageId === id && e.chunk.type === "finish"),
        );
        const arrivesAt = steps.map(({ rowAfter }, index) => (finishedAt[index] ?? 0) + rowAfter);

        let state = EMPTY_LIVE_STATE;
        events.forEach((next, at) => {
          state = reduceLive(state, next);
          const rowIds = new Set(ids.filter((_, index) => at >= (arrivesAt[index] ?? 0)));
          const rows = [...rowIds].map((id) => ({ id, seq: ids.indexOf(id) + 1 }));
          if (at % 2 === 0) state = settleLive(state, rows, true);
          const shown = visibleSteps(state, rowIds);
          expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
          for (const [index, id] of ids.entries()) {
            if (at < (finishedAt[index] ?? 0)) continue;
            const texts = shown
              .filter((step) => step.id === id)
              .map((step) => step.parts.map((p) => p.type === "text" && p.text).join(""));
            const expected = rowIds.has(id) ? [] : [steps[index]?.deltas.join("")];
            expect(texts).toEqual(expected);
          }
        });
      }),
      { numRuns: 150 },
    );
  });
});
