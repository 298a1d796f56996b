import { countTokens, takeTokens } from "./count-tokens.ts";
import type { Reply, Usage } from "./types.ts";

interface FinishedCall {
  id: string;
  name: string;
  arguments: string;
  /** False when the output limit cut the arguments. */
  complete: boolean;
}

/** A reply ready to be written: cut at the output limit, with ids and counted. */
export interface FinishedReply {
  reasoning: string;
  text: string;
  calls: FinishedCall[];
  finishReason: "stop" | "tool_calls" | "length" | "content_filter";
  usage: Usage;
}

const CALL_TOKENS = 8;

/** Like a real model, the reply ends in the middle when it reaches the limit: first reasoning counts, then text, then calls. */
export function finishReply(
  reply: Reply,
  context: { inputTokens: number; cachedTokens: number; outputLimit: number; createId: (prefix: string) => string },
): FinishedReply {
  let room = context.outputLimit;
  let cut = false;
  const spend = (text: string): string => {
    const tokens = countTokens(text);
    const kept = tokens <= room ? text : takeTokens(text, room);
    cut ||= kept !== text;
    room = cut ? 0 : room - tokens;
    return kept;
  };

  const reasoning = spend(reply.reasoning ?? "");
  const reasoningTokens = context.outputLimit - room;
  const text = spend(reply.text ?? "");
  const calls: FinishedCall[] = [];
  for (const call of reply.calls ?? []) {
    if (cut || room < CALL_TOKENS) {
      cut = true;
      break;
    }
    room -= CALL_TOKENS;
    const written = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    const kept = spend(written);
    calls.push({
      id: call.id ?? context.createId("call"),
      name: call.name,
      arguments: kept,
      complete: kept === written,
    });
  }
  return {
    reasoning,
    text,
    calls,
    finishReason: cut ? "length" : (reply.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop")),
    usage: {
      inputTokens: context.inputTokens,
      cachedTokens: context.cachedTokens,
      outputTokens: context.outputLimit - room,
      reasoningTokens,
      ...reply.usage,
    },
  };
}
