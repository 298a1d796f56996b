import type { ModelMessage } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateRequest } from "../tokens/estimate-request.ts";
import { anySteps, buildConversation, deepFreeze } from "./conversation.fixture.ts";
import { type FitResult, fitRequest } from "./fit-request.ts";
import { checkPairs, checkRules } from "./rules.fixture.ts";
import { EMPTY_STATE, type FitState } from "./state.ts";
import { validateRequest } from "./validate.ts";

/** Shrinking a whole growing conversation takes minutes; the counterexample as it was found says as much. */
const runs = (numRuns: number) => ({ numRuns, endOnFailure: true });

/** Where a model call could happen: not between the results of one step. */
function requestLengths(messages: readonly ModelMessage[]): number[] {
  return messages.flatMap((_, index) => (messages[index + 1]?.role === "tool" ? [] : [index + 1]));
}

const totalOf = (messages: readonly ModelMessage[]) => estimateRequest({ instructions: "", tools: [], messages });

describe("fitRequest, for every conversation and budget", () => {
  test("keeps all rules at every step of a growing conversation", () => {
    const shares = fc.array(fc.double({ min: 0.01, max: 1.1, noNaN: true }), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(anySteps, shares, fc.double({ min: 0, max: 0.5, noNaN: true }), (steps, budgetShares, fixedShare) => {
        const conversation = deepFreeze(buildConversation(steps));
        for (const share of budgetShares) {
          const budget = Math.ceil(totalOf(conversation) * share);
          const fixed = Math.floor(budget * fixedShare);
          let earlier: FitResult | undefined;
          for (const length of requestLengths(conversation)) {
            const messages = conversation.slice(0, length);
            const state = deepFreeze(earlier?.state ?? EMPTY_STATE);
            const result = fitRequest({ messages, fixedTokens: fixed, budget, state });
            checkRules({ messages, fixed, budget, earlier: state, result });
            if (earlier && result.report.stage === 0) {
              const beginning = JSON.stringify(earlier.messages).slice(0, -1);
              expect(JSON.stringify(result.messages).startsWith(beginning)).toBe(true);
            }
            earlier = deepFreeze(result);
          }
        }
      }),
      runs(60),
    );
  });

  test("keeps all rules when the budget changes between steps", () => {
    const budgets = fc.array(fc.double({ min: 0.02, max: 1, noNaN: true }), { minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(anySteps, budgets, (steps, shares) => {
        const conversation = deepFreeze(buildConversation(steps));
        const total = totalOf(conversation);
        let state = EMPTY_STATE;
        for (const [at, length] of requestLengths(conversation).entries()) {
          const messages = conversation.slice(0, length);
          const budget = Math.ceil(total * (shares[at % shares.length] ?? 1));
          const result = fitRequest({ messages, fixedTokens: 10, budget, state });
          checkRules({ messages, fixed: 10, budget, earlier: state, result });
          state = result.state;
        }
      }),
      runs(80),
    );
  });

  test("never separates a call from its result, at any budget from nothing to everything", () => {
    const messages = buildConversation([
      { kind: "round", results: [40], split: false },
      { kind: "round", results: [2000, 300], split: false },
      { kind: "answer", length: 20 },
      { kind: "user", length: 10 },
      { kind: "round", results: [900, 1, 1200], split: true },
      { kind: "user", length: 10 },
      { kind: "round", results: [1500], split: false },
    ]);
    const total = totalOf(messages);
    for (let budget = 0; budget <= total + 1; budget++) {
      const result = fitRequest({ messages, budget });
      checkPairs(result.messages);
      checkRules({ messages, fixed: 0, budget, earlier: EMPTY_STATE, result });
    }
  });

  test("scales sizes, budget and mark alike: twice the factor needs twice the budget", () => {
    fc.assert(
      fc.property(anySteps, fc.double({ min: 0.05, max: 1, noNaN: true }), (steps, share) => {
        const messages = buildConversation(steps);
        const budget = Math.ceil(totalOf(messages) * share);
        const plain = fitRequest({ messages, budget, fixedTokens: 8 });
        const doubled = fitRequest({ messages, budget: budget * 2, fixedTokens: 8, scale: { factor: 2 } });
        const shifted = fitRequest({ messages, budget: budget + 500, fixedTokens: 8, scale: { offset: 500 } });
        expect(doubled.messages).toEqual(plain.messages);
        expect(doubled.report.after).toBe(plain.report.after * 2);
        expect(shifted.report.fits).toBe(plain.report.fits);
      }),
      runs(60),
    );
  });

  test("is deterministic", () => {
    fc.assert(
      fc.property(anySteps, fc.integer({ min: 0, max: 5000 }), (steps, budget) => {
        const messages = buildConversation(steps);
        expect(JSON.stringify(fitRequest({ messages, budget }))).toBe(JSON.stringify(fitRequest({ messages, budget })));
      }),
      runs(30),
    );
  });

  test("gives a valid request under every policy, with the same beginning until a stage acts again", () => {
    const policy = fc.record({
      answeredFirst: fc.boolean(),
      keepShortUserMessages: fc.boolean(),
      lowWaterMark: fc.constantFrom(0.4, 0.6, 0.9, 1),
    });
    const pins = fc.array(fc.nat(40), { maxLength: 4 });
    fc.assert(
      fc.property(
        anySteps,
        policy,
        pins,
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (steps, options, pinned, share) => {
          const conversation = deepFreeze(buildConversation(steps));
          const budget = Math.ceil(totalOf(conversation) * share);
          let earlier: FitResult | undefined;
          for (const length of requestLengths(conversation)) {
            const messages = conversation.slice(0, length);
            const state = earlier && deepFreeze(JSON.parse(JSON.stringify(earlier.state)) as FitState);
            const result = fitRequest({ messages, budget, options, pins: pinned, ...(state && { state }) });
            checkPairs(result.messages);
            expect(result.messages[0]).toBe(messages[0]);
            expect(validateRequest(result.messages).repairs).toEqual([]);
            if (earlier && result.report.stage === 0) {
              expect(JSON.stringify(result.messages).startsWith(JSON.stringify(earlier.messages).slice(0, -1))).toBe(
                true,
              );
            }
            earlier = result;
          }
        },
      ),
      runs(60),
    );
  });
});
