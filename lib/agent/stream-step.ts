import { isStepCount, jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { createStepDraft, type StepContent } from "./step-draft.ts";
import type { AgentEvent, FrozenAgent, Journal, ModelPort, Usage, World } from "./types.ts";

export interface StepRequest {
  stepId: string;
  attempt: number;
  frozen: FrozenAgent;
  messages: readonly ModelMessage[];
  /** Tokens that the answer may take. */
  maxOutputTokens: number;
}

export interface StepPorts {
  model: ModelPort;
  journal: Pick<Journal, "isKnownCallId">;
  world: Pick<World, "newId" | "now">;
  emit(event: AgentEvent): void;
}

export type StreamedStep = StepContent & { usage: Usage; finishReason: string; durationMs: number };

/** `failed` carries what had arrived, so that a half answer is not lost when no attempt follows. */
export type StreamOutcome =
  | { kind: "complete"; step: StreamedStep }
  | { kind: "stopped"; step: StreamedStep }
  | { kind: "failed"; error: unknown; step: StreamedStep };

/** A model that says nothing for this long is treated as a lost connection. Slow local models may read a long prompt for minutes. */
const SILENCE_MS = { firstChunkMs: 30 * 60_000, chunkMs: 15 * 60_000 };

/** One model call, streamed. Never rejects. */
export async function streamStep(request: StepRequest, ports: StepPorts, signal: AbortSignal): Promise<StreamOutcome> {
  const draft = createStepDraft(ports.journal.isKnownCallId, ports.world.newId);
  const startedAt = ports.world.now();
  const { stepId } = request;
  let usage: Usage = {};
  let finishReason = "interrupted";
  const settle = (cut: boolean): StreamedStep => ({
    ...draft.finish(cut),
    usage,
    finishReason,
    durationMs: ports.world.now() - startedAt,
  });

  const fail = (error: unknown): StreamOutcome => ({ kind: "failed", error, step: settle(true) });
  const stop = (): StreamOutcome => ({ kind: "stopped", step: settle(true) });

  ports.emit({ type: "step-start", stepId, attempt: request.attempt });
  ports.emit({ type: "chunk", stepId, chunk: { type: "start", messageId: stepId } });
  try {
    for await (const part of startStream(request, ports.model, signal).stream) {
      if (part.type === "error") return fail(part.error);
      if (part.type === "abort") return signal.aborted ? stop() : fail(silence());
      if (part.type === "finish-step") {
        finishReason = part.finishReason;
        usage = readUsage(part.usage);
        continue;
      }
      const chunk = draft.add(part);
      if (chunk) ports.emit({ type: "chunk", stepId, chunk });
    }
  } catch (error) {
    return signal.aborted ? stop() : fail(error);
  }
  if (signal.aborted) return stop();
  // A body that ends without its last event is a cut connection, however clean the end looks.
  if (finishReason === "interrupted" || finishReason === "error") return fail(lostConnection());
  if (draft.isEmpty() && finishReason !== "content-filter") return fail(emptyAnswer());
  return { kind: "complete", step: settle(false) };
}

function startStream(request: StepRequest, port: ModelPort, signal: AbortSignal) {
  return streamText({
    model: port.model,
    instructions: request.frozen.instructions,
    messages: [...request.messages],
    tools: declareTools(request.frozen),
    providerOptions: port.providerOptions,
    maxOutputTokens: request.maxOutputTokens,
    stopWhen: isStepCount(1),
    maxRetries: 0,
    // Times and sizes only: what is said is nobody's business but the person's.
    telemetry: { functionId: "longhand.step", recordInputs: false, recordOutputs: false },
    timeout: SILENCE_MS,
    abortSignal: signal,
    // Every failure is read from the stream; without a handler the SDK prints whole prompts.
    onError: () => undefined,
  });
}

/** Without `execute`: the loop runs the calls itself, where they are stored before anything follows from them. */
function declareTools(frozen: FrozenAgent): ToolSet {
  return Object.fromEntries(
    frozen.tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]) }),
    ]),
  );
}

function readUsage(usage: {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined };
}): Usage {
  const cached = usage.inputTokenDetails?.cacheReadTokens;
  return {
    ...(usage.inputTokens !== undefined && { inputTokens: usage.inputTokens }),
    ...(usage.outputTokens !== undefined && { outputTokens: usage.outputTokens }),
    ...(cached !== undefined && { cachedTokens: cached }),
  };
}

const connectionError = (message: string) => Object.assign(new Error(message), { code: "ECONNRESET" });
const lostConnection = () => connectionError("The model's answer ended in the middle.");
const emptyAnswer = () => connectionError("The model answered with nothing.");
const silence = () => connectionError("The model was silent for too long.");
