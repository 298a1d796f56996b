import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RequestRecord, StoredFitState } from "#lib/agent/types.ts";
import { DEFAULT_PROFILE } from "#lib/context/index.ts";
import { openTemporaryStore, type TemporaryStore } from "#lib/store/temporary-store.ts";
import { createLedger, EMPTY_STORED_STATE, foldStates, type Ledger } from "./ledger.ts";

let temporary: TemporaryStore;
beforeEach(async () => {
  temporary = await openTemporaryStore();
});
afterEach(() => temporary.remove());

let made = 0;
const newId = () => `request-${++made}`;

async function ledgerFor(chatId: string): Promise<Ledger> {
  const { store } = temporary;
  const newest = await store.requests.newestOnPath(chatId, new Set(["head"]));
  return createLedger({
    ...{ store, conversationId: chatId, runId: "run", modelId: "model", newId, now: () => 0 },
    ...(newest && { position: newest.position, state: foldStates(newest.states) }),
  });
}

const record = (state: StoredFitState): RequestRecord => ({
  ...{ stepId: "step", attempt: 1, headId: "head", state, estimate: 10, rule: DEFAULT_PROFILE },
  report: {
    ...{
      fits: true,
      sendable: true,
      before: 10,
      after: 10,
      estimate: 10,
      plain: 10,
      fixed: 1,
      budget: 100,
      mark: 60,
      stage: 0,
    },
    ...{ items: [], newlyCleared: [], newlyClearedInputs: [], newlyDropped: 0 },
  },
});

async function send(ledger: Ledger, state: StoredFitState): Promise<void> {
  ledger.describe(record(state));
  await ledger.capture.onRequest(JSON.stringify({ model: "m", input: [{ role: "user" }] }), "http://x/v1/responses");
  await ledger.complete({ usage: { inputTokens: 12 } });
}

async function stored(chatId: string): Promise<string[]> {
  const newest = await temporary.store.requests.newestOnPath(chatId, new Set(["head"]));
  return newest?.states ?? [];
}

/** As the fitter's states follow each other: more is cleared, the cut moves on and takes cleared rows with it, or all starts anew. */
const moves = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("clear" as const), count: fc.integer({ min: 0, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("cut" as const), keep: fc.integer({ min: 0, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("anew" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  ),
  { minLength: 1, maxLength: 14 },
);

type Move = typeof moves extends fc.Arbitrary<(infer Value)[]> ? Value : never;

function follow(state: StoredFitState, move: Move, at: number): StoredFitState {
  if (move.kind === "anew") return EMPTY_STORED_STATE;
  if (move.kind === "restart") return state;
  if (move.kind === "cut") {
    const clearedResults = state.clearedResults.slice(Math.max(0, state.clearedResults.length - move.keep));
    return { v: 1, clearedResults, droppedUpTo: `row-${at}`, pinned: [`pinned-${at}`] };
  }
  const added = Array.from({ length: move.count }, (_, index) => `row-${at}-${index}`);
  // Oldest first in the state, whatever was cleared last.
  return {
    ...state,
    clearedResults: at % 2 === 0 ? [...added, ...state.clearedResults] : [...state.clearedResults, ...added],
  };
}

const asSet = (state: StoredFitState) => ({ ...state, clearedResults: state.clearedResults.toSorted() });

test("the changes of many requests fold into the whole state, also across restarts", async () => {
  let chats = 0;
  await fc.assert(
    fc.asyncProperty(moves, async (list) => {
      const chatId = await temporary.newChat({ id: `folded-${++chats}` });
      let ledger = await ledgerFor(chatId);
      let state = EMPTY_STORED_STATE;
      for (const [at, move] of list.entries()) {
        if (move.kind === "restart") ledger = await ledgerFor(chatId);
        state = follow(state, move, at);
        await send(ledger, state);
        expect(asSet(foldStates(await stored(chatId)))).toEqual(asSet(state));
      }
    }),
    { numRuns: 12 },
  );
});

test("a whole state stands at the beginning of every fifty requests, and a small change in each of the others", async () => {
  const chatId = await temporary.newChat();
  const ledger = await ledgerFor(chatId);
  const clearedResults: string[] = [];
  const lengths: number[] = [];
  for (let at = 0; at < 52; at++) {
    clearedResults.push(`row-${at}`);
    await send(ledger, { ...EMPTY_STORED_STATE, clearedResults: [...clearedResults] });
    const states = await stored(chatId);
    lengths.push(states.length);
    expect(foldStates(states).clearedResults).toEqual(clearedResults);
    if (states.length > 1) expect(JSON.parse(states.at(-1) ?? "")).toEqual({ added: [`row-${at}`] });
  }
  expect([lengths[49], lengths[50], lengths[51]]).toEqual([50, 1, 2]);
});

test("a request that nothing described is not stored, and so not sent", async () => {
  const ledger = await ledgerFor(await temporary.newChat());
  await expect(ledger.capture.onRequest("{}", "http://x/v1/responses")).rejects.toThrow("nothing described");
});

test("a request is completed once, with its status, usage and end", async () => {
  const chatId = await temporary.newChat();
  const ledger = await ledgerFor(chatId);
  ledger.describe(record(EMPTY_STORED_STATE));
  await ledger.capture.onRequest('{"input":[]}', "http://x/v1/responses");
  await ledger.capture.onResponse({ status: 200, headers: {} });
  await ledger.complete({ usage: { inputTokens: 7, cachedTokens: 2, outputTokens: 3 }, finishReason: "stop" });
  await ledger.complete({ usage: { inputTokens: 99 } });
  const [request] = await temporary.store.requests.list(chatId);
  expect(request).toMatchObject({
    status: 200,
    finishReason: "stop",
    usage: { inputTokens: 7, cachedTokens: 2, outputTokens: 3 },
  });
});
