import type { FinishedReply } from "./finish-reply.ts";
import { splitChunks } from "./split-chunks.ts";
import { ARGUMENT_CHUNK_FACTOR, type StreamEvent, type Wire, type WireContext } from "./stream-event.ts";
import type { ApiError } from "./types.ts";

const DONE: StreamEvent = { phase: "end", data: "[DONE]" };

/** Chat completions: one kind of chunk with deltas, then a finish reason, the usage when asked for, and `[DONE]`. */
export function writeChat(reply: FinishedReply, context: WireContext): Wire {
  return {
    events: () => replyEvents(reply, context),
    errorEvents: chatErrorEvents,
    json: () => ({
      ...base(context, "chat.completion"),
      choices: [{ index: 0, message: message(reply), finish_reason: reply.finishReason }],
      usage: usageOf(reply),
    }),
  };
}

export function chatErrorEvents(error: ApiError): StreamEvent[] {
  return [{ phase: "end", data: { error } }, DONE];
}

function* replyEvents(reply: FinishedReply, context: WireContext): Generator<StreamEvent> {
  const chunk = (phase: StreamEvent["phase"], delta: object, finishReason: string | null = null): StreamEvent => ({
    phase,
    data: {
      ...base(context, "chat.completion.chunk"),
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    },
  });

  yield chunk("frame", { role: "assistant", content: "" });
  // Not in OpenAI's own format, but what compatible servers of reasoning models send.
  for (const piece of splitChunks(reply.reasoning, context.chunkSize))
    yield chunk("delta", { reasoning_content: piece });
  for (const piece of splitChunks(reply.text, context.chunkSize)) yield chunk("delta", { content: piece });
  for (const [index, call] of reply.calls.entries()) {
    const opening = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
    yield chunk("frame", { tool_calls: [opening] });
    for (const piece of splitChunks(call.arguments, context.chunkSize * ARGUMENT_CHUNK_FACTOR)) {
      yield chunk("delta", { tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  yield chunk("end", {}, reply.finishReason);
  if (context.includeUsage) {
    yield { phase: "end", data: { ...base(context, "chat.completion.chunk"), choices: [], usage: usageOf(reply) } };
  }
  yield DONE;
}

function message(reply: FinishedReply): Record<string, unknown> {
  const calls = reply.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    role: "assistant",
    content: reply.text || null,
    ...(reply.reasoning && { reasoning_content: reply.reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function usageOf({ usage }: FinishedReply): Record<string, unknown> {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

function base(context: WireContext, object: string): Record<string, unknown> {
  return { id: context.id, object, created: context.createdAt, model: context.model };
}
