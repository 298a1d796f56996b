import type { ModelMessage } from "ai";

interface ChatMessage {
  role: string;
  content?: string;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request in the Chat Completions interface. Nothing is repaired: what a manager makes is what is sent. */
export function toChatBody(messages: readonly ModelMessage[]): {
  model: string;
  messages: ChatMessage[];
  max_completion_tokens: number;
} {
  return { model: "bench", max_completion_tokens: 16, messages: messages.flatMap(toChatMessages) };
}

function toChatMessages(message: ModelMessage): ChatMessage[] {
  if (message.role === "tool") {
    return message.content.flatMap((part) =>
      part.type === "tool-result" && part.output.type === "text"
        ? [{ role: "tool", tool_call_id: part.toolCallId, content: part.output.value }]
        : [],
    );
  }
  if (typeof message.content === "string") return [{ role: message.role, content: message.content }];
  const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = message.content.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            id: part.toolCallId,
            type: "function" as const,
            function: { name: part.toolName, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  );
  return [{ role: message.role, ...(text && { content: text }), ...(calls.length > 0 && { tool_calls: calls }) }];
}

/** Calls without a result right after them, and results without a call. */
export function countOrphans(messages: readonly ModelMessage[]): number {
  let orphans = 0;
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      for (const part of message.content) if (part.type === "tool-result" && !open.delete(part.toolCallId)) orphans++;
      continue;
    }
    orphans += open.size;
    open = new Set();
    if (message.role !== "assistant" || typeof message.content === "string") continue;
    for (const part of message.content) if (part.type === "tool-call") open.add(part.toolCallId);
  }
  return orphans + open.size;
}
