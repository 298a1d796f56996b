import type { ModelMessage, ToolCallPart } from "ai";
import { importPeer } from "./import-peer.ts";

/** The little of LangChain's messages that is needed here. */
export interface ChainMessage {
  content: unknown;
  getType(): string;
  tool_calls?: { id?: string; name: string; args: unknown }[];
  tool_call_id?: string;
  name?: string;
}

type Make = new (fields: object) => ChainMessage;

const { AIMessage, HumanMessage, ToolMessage } =
  await importPeer<Record<"AIMessage" | "HumanMessage" | "ToolMessage", Make>>("@langchain/core/messages");

export function toChain(messages: readonly ModelMessage[]): ChainMessage[] {
  return messages.flatMap((message, at): ChainMessage[] => {
    if (message.role === "tool") {
      return message.content.flatMap((part) => {
        if (part.type !== "tool-result" || part.output.type !== "text") return [];
        const { toolCallId, toolName, output } = part;
        return [new ToolMessage({ id: toolCallId, content: output.value, tool_call_id: toolCallId, name: toolName })];
      });
    }
    const text = textOf(message);
    if (message.role === "user") return [new HumanMessage({ id: `m${at}`, content: text })];
    const calls =
      typeof message.content === "string" ? [] : message.content.filter((part) => part.type === "tool-call");
    const tool_calls = (calls as ToolCallPart[]).map(({ toolCallId, toolName, input }) => ({
      ...{ id: toolCallId, name: toolName, args: input, type: "tool_call" as const },
    }));
    return [new AIMessage({ id: `m${at}`, content: text, tool_calls })];
  });
}

export function fromChain(messages: readonly ChainMessage[]): ModelMessage[] {
  const converted: ModelMessage[] = [];
  for (const message of messages) {
    const text = typeof message.content === "string" ? message.content : JSON.stringify(message.content);
    const type = message.getType();
    if (type === "tool") {
      const toolCallId = message.tool_call_id ?? "";
      const part = {
        type: "tool-result" as const,
        toolCallId,
        toolName: message.name ?? "tool",
        output: { type: "text" as const, value: text },
      };
      const last = converted.at(-1);
      if (last?.role === "tool") last.content.push(part);
      else converted.push({ role: "tool", content: [part] });
    } else if (type === "ai") {
      const calls = (message.tool_calls ?? []).map(({ id = "", name, args }) => ({
        ...{ type: "tool-call" as const, toolCallId: id, toolName: name, input: args },
      }));
      converted.push({ role: "assistant", content: [...(text ? [{ type: "text" as const, text }] : []), ...calls] });
    } else converted.push({ role: type === "system" ? "system" : "user", content: text });
  }
  return converted;
}

function textOf({ content }: ModelMessage): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
