import { estimateText, plainEstimator, previewBounds } from "#lib/context/index.ts";
import { askModel, type LoopState } from "./ask-model.ts";
import { createRepetitionGuard } from "./guards.ts";
import { createProjection } from "./projection.ts";
import { type CallPorts, type OpenCalls, runCalls } from "./run-calls.ts";
import { createScale } from "./size-scale.ts";
import type { StreamedStep } from "./stream-step.ts";
import type { AgentInput, AgentPorts, LogEntry, RunEnd, StepEntry } from "./types.ts";

/**
 * The agent: a model in a loop. It decides, calls tools, reads their results, and repeats until it answers without a call.
 * Every step and every result is a committed row before anything follows from it, so the loop can be started again from the
 * log at any moment: it first finishes the calls that are still open.
 *
 * @returns how the run ended; rejects only when the log cannot be written
 */
export async function runAgent(input: AgentInput, ports: AgentPorts, signal: AbortSignal): Promise<RunEnd> {
  const state = openLoop(input);
  const guard = createRepetitionGuard(input.repetitionLimit);
  const callPorts: CallPorts = {
    ...ports,
    tools: input.tools,
    estimateOf: (text) => state.scale.cautiousEstimate(text, estimateText(text)),
  };
  const log = [...input.entries];
  const append = (entry: LogEntry) => {
    log.push(entry);
    state.projection.append(entry);
  };

  for (;;) {
    const open = openCalls(log);
    if (open) {
      const results = await runCalls(open, callPorts, signal);
      for (const result of results) append(result);
      if (signal.aborted) return { status: "stopped" };
      if (guard.sees(open.step, results)) return pausedFor("repetition");
      continue;
    }
    if (signal.aborted) return { status: "stopped" };
    // Between steps: never between a call and its result.
    for (const steer of await ports.journal.takeSteers()) append(steer);
    const last = log.at(-1);
    const isResumed = log.length === input.entries.length;
    if (last?.role === "assistant" && isAnswer(last) && !(isResumed && isCutOff(last))) return endOf(last);
    if (await isSpent(ports)) return pausedFor("spend");

    const stepId = ports.world.newId();
    const outcome = await askModel(state, ports, stepId, signal);
    if (outcome.kind === "end") {
      if (outcome.partial && outcome.partial.content.length > 0) {
        await ports.journal.commitStep(describeStep(stepId, outcome.partial, "failed", state, ports));
      }
      return outcome.end;
    }
    const { step, stopped } = outcome;
    await ports.spend(step.usage);
    if (stopped && step.content.length === 0) return { status: "stopped" };
    append(await ports.journal.commitStep(describeStep(stepId, step, stopped ? "stopped" : "complete", state, ports)));
    ports.emit({ type: "chunk", stepId, chunk: { type: "finish" } });
  }
}

function openLoop(input: AgentInput): LoopState {
  const projection = createProjection();
  for (const entry of input.entries) projection.append(entry);
  const scale = createScale(projection, {
    ...(input.lastMeasurement && { last: input.lastMeasurement }),
    ...(input.keptFactors && { keptFactors: input.keptFactors }),
    rule: input.estimator.rule,
  });
  const fitState = projection.fromStored(input.fitState);
  const { frozen, estimator, limits, fit } = input;
  const fixed = { tokens: estimator.fixed(frozen), plain: plainEstimator.fixed(frozen) };
  const acceptsInput = (toolName: string, value: unknown) =>
    input.tools.get(toolName)?.input.safeParse(value).success ?? true;
  return {
    frozen,
    estimator,
    fixed,
    projection,
    scale,
    fitState,
    limits,
    fit,
    acceptsInput,
    ...(input.fitting && { fitting: input.fitting }),
  };
}

/** The newest step with its calls that have no result yet; undefined when none is open. */
function openCalls(log: LogEntry[]): OpenCalls | undefined {
  const at = log.findLastIndex((entry) => entry.role === "assistant");
  const step = log[at];
  if (step?.role !== "assistant") return undefined;
  const after = log.slice(at + 1);
  const done = new Set(after.map((entry) => (entry.role === "tool" ? entry.callIndex : -1)));
  const calls = step.content
    .filter((part) => part.type === "tool-call")
    .map(({ toolCallId, toolName, input }, callIndex) => ({ toolCallId, toolName, input, callIndex }))
    .filter((call) => !done.has(call.callIndex));
  if (calls.length === 0) return undefined;
  return { step, calls, isAbandoned: after.some((entry) => entry.role === "user") };
}

/** A step without calls that came to its end. What was stopped or cut off is gone on from when the person asks for it. */
function isAnswer(step: StepEntry): boolean {
  return step.state === "complete" && !step.content.some((part) => part.type === "tool-call");
}

function isCutOff(answer: StepEntry): boolean {
  return answer.finishReason === "length";
}

function endOf(answer: StepEntry): RunEnd {
  return isCutOff(answer) ? pausedFor("length") : { status: "done" };
}

function pausedFor(guard: "spend" | "repetition" | "length"): RunEnd {
  const messages = {
    spend: "This run has used the tokens that a run may use. Continue to let it use as many again.",
    repetition: "The agent made the same call with the same result several times in a row. Continue to let it go on.",
    length: "The answer reached the longest length that the model may write at once. Continue to let it go on.",
  };
  return { status: "paused", guard, message: messages[guard] };
}

async function isSpent(ports: AgentPorts): Promise<boolean> {
  const { spent, limit } = await ports.spend({});
  return spent >= limit;
}

function describeStep(
  id: string,
  step: StreamedStep,
  entryState: "complete" | "stopped" | "failed",
  state: LoopState,
  ports: AgentPorts,
) {
  const callsInStep = Math.max(1, step.content.filter((part) => part.type === "tool-call").length);
  const factor = state.scale.plainFactor();
  const { providerCallIds, brokenInputs } = step;
  return {
    id,
    state: entryState,
    content: step.content,
    finishReason: step.finishReason,
    resultBound: previewBounds({ budget: state.limits.budget, callsInStep, factor }),
    ...ports.counting.message({ role: "assistant", content: step.content }),
    usage: step.usage,
    durationMs: step.durationMs,
    model: ports.model.modelId,
    ...(brokenInputs && { brokenInputs }),
    ...(providerCallIds && { providerCallIds }),
  };
}
