import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runAgent } from "#lib/agent/run-agent.ts";
import { MAIN_TOOLS } from "#lib/agent/tools/index.ts";
import type {
  AgentEvent,
  AgentPorts,
  Factors,
  FittingChoice,
  FrozenAgent,
  Limits,
  ModelPort,
  RequestRecord,
  RunEnd,
  ScaleMeasurement,
  ToolOutput,
  Usage,
} from "#lib/agent/types.ts";
import { type EstimateRule, type Estimator, isSameRule, isTrustworthy, measureFactor } from "#lib/context/index.ts";
import { classifyError, createModel, retryDelay } from "#lib/models/index.ts";
import type { Chat, Ending, LedgerEntry, LogRow, Run } from "#lib/store/index.ts";
import { openWorkspace } from "#lib/workspace/index.ts";
import type { WorkspaceSession } from "#lib/workspace/types.ts";
import { countBoth, countRows } from "./count-rows.ts";
import { estimatorByRule } from "./counting.ts";
import { createJournal } from "./journal.ts";
import { keepCutStep } from "./keep-cut-step.ts";
import { createLedger, EMPTY_STORED_STATE, foldStates, type Ledger } from "./ledger.ts";
import { currentLimits, learnWindow } from "./limits.ts";
import { createLiveWriter } from "./live-writer.ts";
import { logMounts } from "./mounts.ts";
import { type ConversationObserver, observeConversation } from "./observe/observe-conversation.ts";
import { originOf } from "./origin.ts";
import { publishEvent } from "./publish-event.ts";
import { isLeaving, RunLeft } from "./run-errors.ts";
import type { RunSettings } from "./run-settings.ts";
import type { Runtime } from "./runtime.ts";
import { userRow } from "./user-row.ts";

/** What a run and its subagents share. */
export interface RootRun {
  runId: string;
  settings: RunSettings;
  /** How the chat is fitted; its subagents are fitted alike, but for the pins. */
  fitting?: FittingChoice | undefined;
  /** Tokens so far; a cached one counts a tenth. */
  spent: number;
  /** Measured ÷ estimated, as the newest answer of any of them taught it, and by which rule. */
  learnt?: (Factors & { rule: EstimateRule }) | undefined;
}

export interface ConversationRun {
  runtime: Runtime;
  root: RootRun;
  chat: Chat;
  run: Run;
  workspacePath: string;
  signal: AbortSignal;
  runSubagent: (call: { toolCallId: string; title: string; task: string; signal: AbortSignal }) => Promise<ToolOutput>;
  onEvent?: (event: AgentEvent) => void;
  onRow?: (row: LogRow) => void;
}

/** Works on one conversation until its run ends. Rejects when the log cannot be written, for a bug, and with `RunLeft`. */
export async function runConversation(input: ConversationRun): Promise<RunEnd> {
  const { runtime, root, chat, run } = input;
  const { store } = runtime;
  await keepCutStep(runtime, chat.id);
  const rows = await store.messages.path(chat.id);
  const ids = new Set(rows.map((row) => row.id));
  const newest = await store.requests.newestOnPath(chat.id, ids);
  const frozen = JSON.parse(run.frozen) as FrozenAgent;
  const estimator = await estimatorByRule(runtime, frozen.rule);
  const fitting = frozen.fitting ?? (root.fitting && { ...root.fitting, pins: [] });
  const entries = await countRows(runtime, { conversationId: chat.id, rows, estimator });
  const isSameModel = newest?.request.model === runtime.provider.modelId;
  const fitState = newest && isSameModel ? foldStates(newest.states) : EMPTY_STORED_STATE;
  const limits = await currentLimits(runtime);
  const counted = newest?.request.usage?.inputTokens ? newest : await store.requests.newestCountedOnPath(chat.id, ids);
  const lastMeasurement =
    counted?.request.model === runtime.provider.modelId ? readMeasurement(counted, estimator, limits) : undefined;
  const nextSeq = await store.messages.nextSeq(chat.id);
  runtime.hub.setSeq(chat.id, nextSeq - 1);

  const observer = observeConversation(runtime, { runId: run.id, chatId: chat.id });
  const ledger = createLedger({
    ...{ store, conversationId: chat.id, runId: run.id, modelId: runtime.provider.modelId },
    ...(newest && { position: newest.position, state: foldStates(newest.states) }),
    ...{ newId: runtime.newId, now: runtime.now, onEnd: observer.request },
  });
  const isOwnCall = (toolCallId: string): boolean => ports.journal.isKnownCallId(toolCallId);
  const workspace = openWorkspace({ root: input.workspacePath, mounts: logMounts(store, chat.id, isOwnCall) });
  const live = createLiveWriter({ store, conversationId: chat.id, runId: run.id });
  const emit = (event: AgentEvent) => {
    live.take(event);
    observer.take(event);
    publishEvent(runtime.hub, chat.id, event);
    input.onEvent?.(event);
  };
  await mkdir(outputFolder(runtime, chat), { recursive: true });
  const unsaved = { tokens: 0 };
  const parts: PortParts = { ledger, rows, nextSeq, workspace, emit, limits, estimator, observer, unsaved };
  const ports: AgentPorts = createPorts(input, parts);
  try {
    const end = await runAgent(
      {
        frozen,
        tools: new Map(MAIN_TOOLS.map((agentTool) => [agentTool.name, agentTool])),
        limits,
        ...{ entries, fitState, estimator },
        ...(lastMeasurement && { lastMeasurement }),
        ...(root.learnt && isSameRule(root.learnt.rule, estimator.rule) && { keptFactors: root.learnt }),
        fit: runtime.env.fit,
        ...(fitting && { fitting }),
        repetitionLimit: root.settings.repetitionLimit,
      },
      ports,
      input.signal,
    );
    await settleAccounts(input, parts);
    if (isLeaving(input.signal)) throw new RunLeft();
    return end;
  } finally {
    live.close();
    await workspace.close();
  }
}

interface PortParts {
  ledger: Ledger;
  rows: LogRow[];
  nextSeq: number;
  workspace: WorkspaceSession;
  emit: (event: AgentEvent) => void;
  limits: Limits;
  estimator: Estimator;
  observer: ConversationObserver;
  /** Spend that is not stored yet. */
  unsaved: { tokens: number };
}

/** What is stored together with the next step. */
function takeEnding({ ledger, unsaved }: PortParts, runId: string): Ending {
  const request = ledger.takeHeld();
  const { tokens } = unsaved;
  unsaved.tokens = 0;
  return { ...(request && { request }), ...(tokens > 0 && { spent: { runId, tokens } }) };
}

/** A run that ends without another step has spent as well. */
async function settleAccounts({ runtime, root }: ConversationRun, parts: PortParts): Promise<void> {
  const { request, spent } = takeEnding(parts, root.runId);
  if (request) await runtime.store.requests.complete(request);
  if (spent) await runtime.store.runs.addSpend(spent.runId, spent.tokens);
}

function createPorts(input: ConversationRun, parts: PortParts): AgentPorts {
  const { runtime, chat, run, root } = input;
  const { store, hub, newId } = runtime;
  const outputFile = (toolCallId: string) => path.join(outputFolder(runtime, chat), `${toolCallId}.txt`);
  const journal = createJournal({
    ...{ store, hub, conversationId: chat.id, runId: run.id, rows: parts.rows, nextSeq: parts.nextSeq, newId },
    ...{ outputFile, rule: parts.estimator.rule, origin: originOf(runtime.provider) },
    isLeft: () => isLeaving(input.signal),
    endOfStep: () => takeEnding(parts, root.runId),
    toSteer: ({ id, text }) =>
      userRow(runtime, { id, text, kind: "steer", runId: root.runId }, parts.limits.budget, parts.estimator),
    ...(input.onRow && { onRow: input.onRow }),
  });
  const count = (by: (estimator: Estimator) => number) => countBoth(runtime, parts.estimator, by);
  return {
    journal,
    model: createModelPort(input, parts),
    world: {
      now: runtime.now,
      newId,
      sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    },
    counting: {
      message: (message) => count((estimator) => estimator.message(message)),
      resultPart: (part) => count((estimator) => estimator.part(part)),
    },
    workspace: parts.workspace,
    emit: parts.emit,
    async spend(usage) {
      const tokens = weigh(usage);
      root.spent += tokens;
      parts.unsaved.tokens += tokens;
      return { spent: root.spent, limit: root.settings.spendLimit };
    },
    outputFile,
    runSubagent: input.runSubagent,
  };
}

function createModelPort({ runtime, chat, root }: ConversationRun, { ledger, limits, observer }: PortParts): ModelPort {
  const { provider } = runtime;
  const { model, providerOptions } = createModel({
    ...{ baseURL: provider.baseURL, apiKey: provider.apiKey, api: provider.api, modelId: provider.modelId },
    // A hint of the Responses interface; servers that only imitate the other one may refuse fields that they do not know.
    ...(provider.api === "responses" && { promptCacheKey: chat.id }),
    capture: ledger.capture,
  });
  let described: RequestRecord | undefined;
  let current = limits;
  return {
    ...{ model, modelId: provider.modelId },
    providerOptions: { openai: { ...providerOptions.openai } },
    describeRequest(record) {
      described = record;
      // A retry sends the same again.
      if (record.attempt === 1) observer.projection(record.report);
      ledger.describe(record);
    },
    async completeRequest(outcome) {
      const { inputTokens = 0 } = outcome.usage;
      const measurement = described && {
        ...{ measured: inputTokens, estimate: described.estimate, plain: described.report.plain },
      };
      if (described && measurement && isTrustworthy(measurement, current.window))
        root.learnt = learn(described, inputTokens);
      if (outcome.error === undefined) ledger.hold(outcome);
      else await ledger.complete(outcome);
    },
    classify: (error, context) => classifyError(error, { ...context, api: provider.api }),
    retryDelay: (failure, attempt) => retryDelay(failure, attempt, Math.random),
    async learnWindow(window) {
      current = await learnWindow(runtime, current, window);
      return current;
    },
  };
}

function learn({ estimate, report, rule }: RequestRecord, measured: number): RootRun["learnt"] {
  const byRule = measureFactor({ measured, estimate });
  const plain = measureFactor({ measured, estimate: report.plain });
  return byRule === undefined || plain === undefined ? undefined : { estimate: byRule, plain, rule };
}

/** What the newest counted request teaches, when it was estimated by the same rule. */
function readMeasurement(
  { request, headId }: Pick<LedgerEntry, "request" | "headId">,
  { rule }: Estimator,
  { window }: Limits,
): (ScaleMeasurement & { headId: string }) | undefined {
  const report = request.report as { plain?: number; rule?: EstimateRule };
  if (!headId || !report.plain || !report.rule || !isSameRule(report.rule, rule)) return undefined;
  const measurement = { measured: request.usage?.inputTokens ?? 0, estimate: request.estimate, plain: report.plain };
  return isTrustworthy(measurement, window) ? { ...measurement, headId } : undefined;
}

/** Where commands record their output while they run; afterwards it is in the log. */
const outputFolder = (runtime: Runtime, chat: Chat) => path.join(runtime.env.dataFolder, "output", chat.id);

function weigh({ inputTokens = 0, cachedTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens - cachedTokens + cachedTokens / 10 + outputTokens;
}
