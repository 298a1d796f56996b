import type { ModelMessage } from "ai";
import { estimateMessage } from "./estimate-message.ts";
import { estimateText } from "./estimate-text.ts";

/** A tool as the model is told about it. `inputSchema` is a JSON schema. */
export interface ToolDescription {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
}

/** What a model call sends. */
export interface RequestContent {
  readonly instructions: string;
  readonly tools: readonly ToolDescription[];
  readonly messages: readonly ModelMessage[];
}

/** Tokens of the tool list: the rule over the JSON of each tool's name, description and schema. */
export function estimateTools(tools: readonly ToolDescription[]): number {
  return tools.reduce(
    (sum, { name, description, inputSchema }) =>
      sum + estimateText(JSON.stringify({ name, description, inputSchema }) ?? ""),
    0,
  );
}

/** Tokens of the part that every request of a run carries: instructions and tools. */
export function estimateFixed({ instructions, tools }: Omit<RequestContent, "messages">): number {
  return estimateText(instructions) + estimateTools(tools);
}

/** Tokens of a whole request: the fixed part and every message. */
export function estimateRequest(request: RequestContent): number {
  return request.messages.reduce((sum, message) => sum + estimateMessage(message), estimateFixed(request));
}
