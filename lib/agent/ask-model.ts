import { type Estimator, type FitState, isTrustworthy, type TokenCounts } from "#lib/context/index.ts";
import { type FittedRequest, fitStep } from "./fit-step.ts";
import type { Projection } from "./projection.ts";
import type { Scale } from "./size-scale.ts";
import { type StreamedStep, type StreamOutcome, streamStep } from "./stream-step.ts";
import type { AgentPorts, Failure, FittingChoice, FrozenAgent, Limits, RunEnd } from "./types.ts";

/** What the loop carries from step to step. */
export interface LoopState {
  frozen: FrozenAgent;
  estimator: Estimator;
  fixed: TokenCounts;
  projection: Projection;
  scale: Scale;
  fitState: FitState;
  limits: Limits;
  fit: boolean;
  fitting?: FittingChoice;
  /** Whether a tool takes an input in which a note stands for a large string. */
  acceptsInput(toolName: string, input: unknown): boolean;
}

/** With `end`, `partial` is what had arrived of an answer that nothing follows. */
export type AskOutcome =
  | { kind: "step"; step: StreamedStep; stopped: boolean }
  | { kind: "end"; end: RunEnd; partial?: StreamedStep };

const MAX_RETRIES = 5;
const RETRIED = new Set(["WAIT", "TRANSIENT"]);
/** Refused for its size by the model or by the account: worth one smaller try. */
const REFITTED = new Set(["OVERFLOW", "NEVER-FITS"]);

/**
 * Asks for one step: fits the request, sends it, waits and sends again for temporary faults, and answers a refusal for size
 * with one smaller request. What was refused is never sent again unchanged.
 */
export async function askModel(
  state: LoopState,
  ports: AgentPorts,
  stepId: string,
  signal: AbortSignal,
): Promise<AskOutcome> {
  let fitted = fitNext(state);
  let retries = 0;
  let refitted = false;
  for (let attempt = 1; ; attempt++) {
    if (!fitted.report.sendable && state.fit) return full(state, fitted, localRefusal(fitted, state.limits));
    const outcome = await send(state, fitted, ports, { stepId, attempt, signal });
    if (outcome.kind === "stopped") return { kind: "step", step: outcome.step, stopped: true };
    if (outcome.kind === "complete") return { kind: "step", step: outcome.step, stopped: false };

    const failure = ports.model.classify(outcome.error, {
      estimate: sentEstimate(fitted),
      window: state.limits.window,
    });
    await ports.model.completeRequest({ usage: {}, error: failure.class });
    if (signal.aborted) return { kind: "step", step: emptyStep(), stopped: true };
    if (RETRIED.has(failure.class) && retries < (failure.retryLimit ?? MAX_RETRIES)) {
      retries++;
      await wait(failure, retries, ports, stepId, signal);
      if (signal.aborted) return { kind: "step", step: emptyStep(), stopped: true };
      continue;
    }
    const mayShrink = REFITTED.has(failure.class) && state.fit && !refitted;
    const smaller = mayShrink ? await refit(state, fitted, failure, ports) : undefined;
    if (!smaller) return { ...refusedForGood(state, fitted, failure), partial: outcome.step };
    fitted = smaller;
    refitted = true;
  }
}

function fitNext(state: LoopState): FittedRequest {
  const fitted = fitStep({ ...state, scale: state.scale.current(), state: state.fitState });
  state.fitState = fitted.state;
  return fitted;
}

async function send(
  state: LoopState,
  fitted: FittedRequest,
  ports: AgentPorts,
  { stepId, attempt, signal }: { stepId: string; attempt: number; signal: AbortSignal },
): Promise<StreamOutcome> {
  const { report } = fitted;
  ports.emit({
    type: "projection",
    cleared: fitted.state.clearedResults.length + fitted.state.clearedInputs.length,
    dropped: Math.max(0, fitted.state.droppedMessages - 1 - fitted.state.pinned.length),
    used: report.after,
    budget: state.limits.budget,
    window: state.limits.window,
  });
  ports.model.describeRequest({
    stepId,
    attempt,
    headId: state.projection.headId(),
    report,
    state: state.projection.toStored(fitted.state),
    estimate: sentEstimate(fitted),
    rule: state.estimator.rule,
  });
  const request = {
    stepId,
    attempt,
    frozen: state.frozen,
    messages: fitted.messages,
    maxOutputTokens: state.limits.reservedOutput,
  };
  const outcome = await streamStep(request, ports, signal);
  if (outcome.kind === "failed") return outcome;
  await ports.model.completeRequest({ usage: outcome.step.usage, finishReason: outcome.step.finishReason });
  learnSize(state, fitted, outcome.step.usage.inputTokens);
  return outcome;
}

function learnSize(state: LoopState, fitted: FittedRequest, measured: number | undefined) {
  const estimate = sentEstimate(fitted);
  const measurement = { measured: measured ?? 0, estimate, plain: fitted.report.plain };
  if (isTrustworthy(measurement, state.limits.window)) state.scale.measured(measurement);
}

/** One smaller request after a refusal, or undefined when nothing could be made smaller. */
async function refit(
  state: LoopState,
  refused: FittedRequest,
  failure: Failure,
  ports: AgentPorts,
): Promise<FittedRequest | undefined> {
  if (failure.class !== "OVERFLOW" && !failure.limit) return undefined;
  const before = sentEstimate(refused);
  const outputBefore = state.limits.reservedOutput;
  // A limit per minute counts the reserved output in without saying so: no measure of the prompt.
  const counted = failure.class === "OVERFLOW" ? (failure.input ?? failure.used) : undefined;
  if (counted && !failure.lowerBound)
    state.scale.measured({ measured: counted, estimate: before, plain: refused.report.plain });
  if (failure.limit && failure.class === "OVERFLOW") state.limits = await ports.model.learnWindow(failure.limit);
  else if (failure.limit) state.limits = shareLimit(state.limits, failure.limit);
  // Without a number the real window is unknown; half of what was refused, the answer's room included, may be accepted.
  else state.limits = shareLimit(state.limits, Math.floor((refused.report.after + outputBefore) / 2));
  const fitted = fitNext(state);
  const isSmaller = sentEstimate(fitted) < before || state.limits.reservedOutput < outputBefore;
  return isSmaller && fitted.report.sendable ? fitted : undefined;
}

/** Prompt and reserved output share a limit, as they share a window. */
function shareLimit(limits: Limits, limit: number): Limits {
  const reservedOutput = Math.min(limits.reservedOutput, Math.floor(limit / 4));
  return { ...limits, reservedOutput, budget: Math.min(limits.budget, limit - reservedOutput) };
}

async function wait(failure: Failure, retry: number, ports: AgentPorts, stepId: string, signal: AbortSignal) {
  const delay = ports.model.retryDelay(failure, retry);
  const untilMs = ports.world.now() + delay;
  ports.emit({ type: "wait", stepId, untilMs, reason: failure.class, attempt: retry });
  await ports.world.sleep(delay, signal);
}

/** Estimate of what left: the provider's count is compared with it. */
function sentEstimate(fitted: FittedRequest): number {
  return fitted.report.estimate;
}

function refusedForGood(state: LoopState, fitted: FittedRequest, failure: Failure): AskOutcome & { kind: "end" } {
  if (failure.class === "OVERFLOW") return full(state, fitted, failure);
  return { kind: "end", end: { status: "failed", failure } };
}

function full(state: LoopState, fitted: FittedRequest, failure: Failure): AskOutcome & { kind: "end" } {
  return { kind: "end", end: { status: "full", cause: causeOf(state, fitted), failure } };
}

/** A new chat helps unless the instructions alone, or the last message alone, are too large. */
function causeOf(state: LoopState, fitted: FittedRequest): "conversation" | "message" | "fixed" {
  const room = state.limits.window - state.limits.reservedOutput;
  const { factor } = state.scale.current();
  const fixed = factor * fitted.report.fixed;
  if (fixed >= room) return "fixed";
  const lastUser = state.projection.messages.findLast((message) => message.role === "user");
  const message = lastUser ? factor * state.projection.sizeOf(lastUser) : 0;
  return fixed + message >= room ? "message" : "conversation";
}

function localRefusal(fitted: FittedRequest, limits: Limits): Failure {
  return {
    class: "OVERFLOW",
    message: "This conversation does not fit the model's context window in its smallest form, so it was not sent.",
    used: fitted.report.after,
    // What is left for the conversation: the answer needs its room too.
    limit: limits.window - limits.reservedOutput,
  };
}

function emptyStep(): StreamedStep {
  return { content: [], usage: {}, finishReason: "stopped", durationMs: 0 };
}
