import type { FinishedReply } from "./finish-reply.ts";
import { splitChunks } from "./split-chunks.ts";
import { ARGUMENT_CHUNK_FACTOR, type StreamEvent, type Wire, type WireContext } from "./stream-event.ts";
import type { ApiError } from "./types.ts";

type OutputItem = Record<string, unknown> & { type: string; id: string };
type EventBody = { type: string } & Record<string, unknown>;
type UnnumberedEvent = Omit<StreamEvent, "data"> & { data: EventBody };

/** The Responses API: typed events with a running `sequence_number`, one output item after the other. */
export function writeResponses(reply: FinishedReply, context: WireContext): Wire {
  return {
    *events() {
      let sequenceNumber = 0;
      for (const { phase, data } of replyEvents(reply, context)) {
        yield { phase, data: { ...data, sequence_number: sequenceNumber++ } };
      }
    },
    errorEvents: (error, form, sent) => errorEvents(context, error, form, sent),
    json: () => responseBody(reply, context),
  };
}

/** The beginning of a response whose request was accepted and then failed. */
export function writeFailedResponse(error: ApiError, context: WireContext): StreamEvent[] {
  const response = { ...baseResponse(context), status: "in_progress", output: [] };
  const created: StreamEvent = { phase: "frame", data: { type: "response.created", response, sequence_number: 0 } };
  return [created, ...errorEvents(context, error, "failed", 1)];
}

function errorEvents(context: WireContext, error: ApiError, form: "error" | "failed", sent: number): StreamEvent[] {
  const { code, message, param } = error;
  const response = { ...baseResponse(context), status: "failed", error: { code, message }, output: [], usage: null };
  const data =
    form === "failed"
      ? { type: "response.failed", response }
      : { type: "error", code: code ?? error.type, message, param };
  return [{ phase: "end", data: { ...data, sequence_number: sent } }];
}

function* replyEvents(reply: FinishedReply, context: WireContext): Generator<UnnumberedEvent> {
  const opening = { ...baseResponse(context), status: "in_progress", output: [] };
  yield { phase: "frame", data: { type: "response.created", response: opening } };
  yield { phase: "frame", data: { type: "response.in_progress", response: opening } };
  for (const [index, item] of outputItems(reply, context).entries()) {
    yield { phase: "frame", data: { type: "response.output_item.added", output_index: index, item: openedItem(item) } };
    yield* itemEvents(item, index, context);
    yield { phase: "frame", data: { type: "response.output_item.done", output_index: index, item } };
  }
  const body = responseBody(reply, context);
  yield { phase: "end", data: { type: `response.${body.status}`, response: body } };
}

function openedItem(item: OutputItem): OutputItem {
  if (item.type === "function_call") return { ...item, status: "in_progress", arguments: "" };
  if (item.type === "reasoning") return { ...item, summary: [] };
  return { ...item, status: "in_progress", content: [] };
}

function* itemEvents(item: OutputItem, index: number, context: WireContext): Generator<UnnumberedEvent> {
  const at = { item_id: item.id, output_index: index };
  if (item.type === "function_call") {
    const written = String(item.arguments);
    for (const delta of splitChunks(written, context.chunkSize * ARGUMENT_CHUNK_FACTOR)) {
      yield { phase: "delta", data: { type: "response.function_call_arguments.delta", ...at, delta } };
    }
    yield { phase: "frame", data: { type: "response.function_call_arguments.done", ...at, arguments: written } };
    return;
  }
  const reasoning = item.type === "reasoning";
  const name = reasoning ? "response.reasoning_summary" : "response";
  const place = reasoning ? { ...at, summary_index: 0 } : { ...at, content_index: 0 };
  const partName = reasoning ? `${name}_part` : `${name}.content_part`;
  const textName = reasoning ? `${name}_text` : `${name}.output_text`;
  const part = partOf(item);
  yield { phase: "frame", data: { type: `${partName}.added`, ...place, part: { ...part, text: "" } } };
  for (const delta of splitChunks(part.text, context.chunkSize)) {
    yield { phase: "delta", data: { type: `${textName}.delta`, ...place, delta } };
  }
  yield { phase: "frame", data: { type: `${textName}.done`, ...place, text: part.text } };
  yield { phase: "frame", data: { type: `${partName}.done`, ...place, part } };
}

function partOf(item: OutputItem): { text: string } & Record<string, unknown> {
  const parts = item.type === "reasoning" ? item.summary : item.content;
  return (parts as { text: string }[])[0] ?? { text: "" };
}

function outputItems(reply: FinishedReply, context: WireContext): OutputItem[] {
  const items: OutputItem[] = [];
  const suffix = context.id.replace(/^resp_/, "");
  const cut = reply.finishReason === "length" ? "incomplete" : "completed";
  if (reply.reasoning) {
    const encrypted = Buffer.from(reply.reasoning).toString("base64");
    items.push({
      type: "reasoning",
      id: `rs_${suffix}`,
      summary: [{ type: "summary_text", text: reply.reasoning }],
      ...(context.encryptedReasoning && { encrypted_content: encrypted }),
    });
  }
  if (reply.text) {
    const content = [{ type: "output_text", text: reply.text, annotations: [] }];
    const status = reply.calls.length > 0 ? "completed" : cut;
    items.push({ type: "message", id: `msg_${suffix}`, role: "assistant", status, content });
  }
  for (const [index, call] of reply.calls.entries()) {
    items.push({
      type: "function_call",
      id: `fc_${suffix}_${index}`,
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
      status: call.complete ? "completed" : "incomplete",
    });
  }
  return items;
}

function responseBody(reply: FinishedReply, context: WireContext): Record<string, unknown> & { status: string } {
  const { usage, finishReason } = reply;
  const reason = finishReason === "length" ? "max_output_tokens" : "content_filter";
  const incomplete = finishReason === "length" || finishReason === "content_filter";
  return {
    ...baseResponse(context),
    status: incomplete ? "incomplete" : "completed",
    incomplete_details: incomplete ? { reason } : null,
    output: outputItems(reply, context),
    usage: {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: usage.cachedTokens },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

function baseResponse(context: WireContext): Record<string, unknown> {
  return { id: context.id, object: "response", created_at: context.createdAt, model: context.model, error: null };
}
