import type { ResponsesItem } from "./request-body.ts";
import { badRequest, type RequestProblem } from "./request-problem.ts";
import type { ParsedRequest } from "./types.ts";

/** OpenAI refuses a call without its result and a result without its call; so does this server, with the same words. */
export function checkPairs(request: Pick<ParsedRequest, "api" | "messages">): RequestProblem | undefined {
  const open = new Set<string>();
  for (const message of request.messages) {
    if (message.role === "tool") {
      if (!open.delete(message.toolCallId ?? "")) return orphanResult(request.api, message.toolCallId ?? "");
      continue;
    }
    // Chat wants the results right after the calls; a Responses input may carry them anywhere after the call.
    if (open.size > 0 && request.api === "chat") return missingResult("chat", open);
    for (const call of message.calls) open.add(call.id);
  }
  return open.size > 0 ? missingResult(request.api, open) : undefined;
}

/** Reasoning stands for the item that follows it and is refused alone. */
export function checkReasoning(items: ResponsesItem[]): RequestProblem | undefined {
  for (const [index, item] of items.entries()) {
    if (item.type !== "reasoning") continue;
    const next = items.slice(index + 1).find((later) => later.type !== "reasoning");
    const followed = next?.type === "function_call" || (next?.type === "message" && next.role === "assistant");
    if (!followed) {
      const message = `Item '${item.id ?? "reasoning"}' of type 'reasoning' was provided without its required following item.`;
      return badRequest(message, { param: "input" });
    }
  }
  return undefined;
}

function orphanResult(api: ParsedRequest["api"], id: string): RequestProblem {
  const message =
    api === "chat"
      ? "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
      : `No tool call found for function call output with call_id ${id}.`;
  return badRequest(message, { param: api === "chat" ? "messages" : "input" });
}

function missingResult(api: ParsedRequest["api"], open: Set<string>): RequestProblem {
  const [first = ""] = open;
  const message =
    api === "chat"
      ? `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(", ")}`
      : `No tool output found for function call ${first}.`;
  return badRequest(message, { param: api === "chat" ? "messages" : "input" });
}
