import { type Span, trace } from "@opentelemetry/api";
import { MAIN_TOOLS } from "#lib/agent/tools/index.ts";
import type { AgentEvent, FitReport } from "#lib/agent/types.ts";
import type { RequestEnd } from "#lib/store/index.ts";
import type { Runtime } from "../runtime.ts";

/** Looks at what happens in one conversation of a run, and counts and logs it. */
export interface ConversationObserver {
  take(event: AgentEvent): void;
  projection(report: Pick<FitReport, "newlyCleared" | "newlyClearedInputs" | "newlyDropped">): void;
  request(end: RequestEnd, facts: { stepId: string; attempt: number; sentAt: number }): void;
}

const KNOWN_TOOLS = new Set(MAIN_TOOLS.map(({ name }) => name));

export function observeConversation(
  { log: parent, metrics, now }: Pick<Runtime, "log" | "metrics" | "now">,
  ids: { runId: string; chatId: string },
): ConversationObserver {
  const log = parent.child(ids);
  const calls = new Map<string, { tool: string; startedAt: number; span: Span }>();

  function endCall(stepId: string, toolCallId: string, ok: boolean) {
    const call = calls.get(toolCallId);
    if (!call) return;
    calls.delete(toolCallId);
    const { tool, startedAt, span } = call;
    span.end();
    metrics.toolCalls.inc({ tool, ok: String(ok) });
    metrics.toolSeconds.observe({ tool }, (now() - startedAt) / 1_000);
    log.debug({ stepId, toolCallId, tool, ok, ms: now() - startedAt }, "tool call");
  }

  return {
    take(event) {
      if (event.type === "tool-start") {
        // A model may ask for tools that do not exist; their names are no labels.
        const tool = KNOWN_TOOLS.has(event.toolName) ? event.toolName : "other";
        const attributes = { ...ids, tool, stepId: event.stepId, toolCallId: event.toolCallId };
        const span = trace.getTracer("longhand").startSpan("tool", { attributes });
        calls.set(event.toolCallId, { tool, startedAt: event.startedAt, span });
      } else if (event.type === "wait") {
        metrics.retries.inc({ reason: event.reason });
        const { stepId, reason, attempt, untilMs } = event;
        log.info({ stepId, reason, attempt, ms: untilMs - now() }, "waiting before a retry");
      } else if (event.type === "chunk") {
        const { chunk, stepId } = event;
        if (chunk.type === "finish") metrics.steps.inc();
        if (chunk.type === "tool-output-available") endCall(stepId, chunk.toolCallId, true);
        if (chunk.type === "tool-output-error") endCall(stepId, chunk.toolCallId, false);
      }
    },
    projection({ newlyCleared, newlyClearedInputs, newlyDropped }) {
      metrics.cleared.inc(newlyCleared.length + newlyClearedInputs.length);
      metrics.dropped.inc(newlyDropped);
    },
    request({ id, status, usage = {}, finishReason, error, firstAt, endedAt = now() }, { stepId, attempt, sentAt }) {
      const { inputTokens = 0, cachedTokens = 0, outputTokens = 0 } = usage;
      const ms = endedAt - sentAt;
      metrics.requests.inc({ outcome: error ?? "ok" });
      metrics.requestSeconds.observe(ms / 1_000);
      if (firstAt !== undefined) metrics.firstByteSeconds.observe((firstAt - sentAt) / 1_000);
      metrics.tokens.inc({ kind: "input" }, inputTokens - cachedTokens);
      metrics.tokens.inc({ kind: "cached" }, cachedTokens);
      metrics.tokens.inc({ kind: "output" }, outputTokens);
      log.debug({ stepId, attempt, requestId: id, status, ms, ...usage, finishReason, class: error }, "model request");
    },
  };
}
