import type { RequestRecord, StoredFitState, StoredInput, Usage } from "#lib/agent/types.ts";
import { costOf, knownModel, type RequestCapture } from "#lib/models/index.ts";
import type { LedgerPosition, RequestEnd, Store } from "#lib/store/index.ts";

/** The record of one conversation's requests: each is stored before its body leaves, and completed once. */
export interface Ledger {
  capture: RequestCapture;
  describe(record: RequestRecord): void;
  complete(outcome: Outcome): Promise<void>;
  /** Keeps the completion until `takeHeld`: the step that was answered is stored together with it. */
  hold(outcome: Outcome): void;
  takeHeld(): RequestEnd | undefined;
}

interface Outcome {
  usage: Usage;
  finishReason?: string;
  error?: string;
}

export interface LedgerInput {
  store: Store;
  conversationId: string;
  runId: string;
  modelId: string;
  /** Where the ledger stands on this path. */
  position?: LedgerPosition;
  state?: StoredFitState;
  newId(): string;
  now(): number;
  /** Looks at every request that has ended. */
  onEnd?(end: RequestEnd, facts: { stepId: string; attempt: number; sentAt: number }): void;
}

interface OpenRequest {
  id: string;
  stepId: string;
  attempt: number;
  sentAt: number;
  status?: number;
  firstAt?: number;
}

export function createLedger(input: LedgerInput): Ledger {
  const { store, conversationId, runId, modelId } = input;
  let described: RequestRecord | undefined;
  let open: OpenRequest | undefined;
  let held: RequestEnd | undefined;
  let position = input.position;
  let previous = input.state;

  return {
    describe(record) {
      described = record;
    },
    capture: {
      async onRequest(body, url) {
        if (!described) throw new Error("a request was sent that nothing described");
        const record = described;
        const { stepId, attempt, headId, estimate } = record;
        const { items: _, ...report } = { ...record.report, rule: record.rule };
        const id = input.newId();
        const begun = await store.requests.begin({
          ...{ id, conversationId, runId, stepId, attempt, headId, body, estimate, model: modelId },
          listKey: url.endsWith("/responses") ? "input" : "messages",
          ...(position && { parent: position }),
          report: JSON.stringify(report),
          state: (form) =>
            JSON.stringify(form === "whole" || !previous ? record.state : changeOf(previous, record.state)),
        });
        position = begun.position;
        previous = record.state;
        open = { id, stepId, attempt, sentAt: input.now() };
      },
      onResponse({ status }) {
        if (open) Object.assign(open, { status, firstAt: input.now() });
      },
    },
    async complete(outcome) {
      const end = endOf(outcome);
      if (end) await store.requests.complete(end);
    },
    hold(outcome) {
      held = endOf(outcome);
    },
    takeHeld() {
      const end = held;
      held = undefined;
      return end;
    },
  };

  function endOf({ usage, finishReason, error }: Outcome): RequestEnd | undefined {
    if (!open) return undefined;
    const { id, status, firstAt, ...facts } = open;
    open = undefined;
    const cost = costOf(
      {
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        inputTokenDetails: { cacheReadTokens: usage.cachedTokens },
      },
      knownModel(modelId)?.price,
    );
    const end: RequestEnd = {
      ...{ id, usage, endedAt: input.now() },
      ...(status !== undefined && { status }),
      ...(firstAt !== undefined && { firstAt }),
      ...(finishReason !== undefined && { finishReason }),
      ...(error !== undefined && { error }),
      ...(cost !== undefined && { cost }),
    };
    input.onEnd?.(end, facts);
    return end;
  }
}

/** What changed since the request before. Clearing only grows, so a request costs what it added, however long the chat is. */
interface StateChange {
  added: string[];
  inputs?: StoredInput[];
}

function changeOf(before: StoredFitState, after: StoredFitState): StateChange | StoredFitState {
  const known = new Set(before.clearedResults);
  const added = after.clearedResults.filter((id) => !known.has(id));
  const inputsBefore = new Set(before.clearedInputs?.map(nameOf));
  const inputs = after.clearedInputs?.filter((input) => !inputsBefore.has(nameOf(input))) ?? [];
  const isOnlyMore =
    known.size + added.length === after.clearedResults.length &&
    inputsBefore.size + inputs.length === (after.clearedInputs?.length ?? 0);
  // A moved cut takes cleared results away, and another model starts anew: both are rare, and a change cannot say it.
  if (!isOnlyMore || before.v !== after.v || before.droppedUpTo !== after.droppedUpTo) return after;
  return { added, ...(inputs.length > 0 && { inputs }) };
}

const nameOf = ({ step, part }: StoredInput): string => `${step} ${part}`;

export const EMPTY_STORED_STATE: StoredFitState = { v: 2, clearedResults: [], clearedInputs: [], pinned: [] };

/** Folds the state texts of the ledger, the whole one first, into the state of the newest request. */
export function foldStates(texts: string[]): StoredFitState {
  return texts.reduce((state, text) => applyChange(state, JSON.parse(text)), EMPTY_STORED_STATE);
}

function applyChange(state: StoredFitState, stored: StoredFitState | StateChange): StoredFitState {
  if ("v" in stored) return stored;
  const { added, inputs = [] } = stored;
  return {
    ...state,
    clearedResults: [...state.clearedResults, ...added],
    ...((state.clearedInputs || inputs.length > 0) && { clearedInputs: [...(state.clearedInputs ?? []), ...inputs] }),
  };
}
