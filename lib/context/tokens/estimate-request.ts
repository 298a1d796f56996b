import type { ModelMessage } from "ai";
import { createMessageEstimator, type MessageEstimator, type WeighText } from "./estimate-message.ts";
import { weighPlainly } from "./estimate-text.ts";

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

export interface RequestEstimator extends MessageEstimator {
  text(text: string): number;
  /** Of the tool list: the rule over the JSON of each tool's name, description and schema. */
  tools(tools: readonly ToolDescription[]): number;
  /** Of the part that every request of a run carries: instructions and tools. */
  fixed(content: Omit<RequestContent, "messages">): number;
  /** Of a whole request: the fixed part and every message. */
  request(content: RequestContent): number;
}

/** Whole numbers of tokens, all of them. */
export function createRequestEstimator(weigh: WeighText): RequestEstimator {
  const { message, part } = createMessageEstimator(weigh);
  const text = (value: string): number => Math.ceil(weigh(value));
  const tools = (list: readonly ToolDescription[]): number =>
    list.reduce(
      (sum, { name, description, inputSchema }) => sum + text(JSON.stringify({ name, description, inputSchema }) ?? ""),
      0,
    );
  const fixed = (content: Omit<RequestContent, "messages">): number =>
    text(content.instructions) + tools(content.tools);
  const request = (content: RequestContent): number =>
    content.messages.reduce((sum, item) => sum + message(item), fixed(content));
  return { text, part, message, tools, fixed, request };
}

/** By the plain rule. */
export const {
  tools: estimateTools,
  fixed: estimateFixed,
  request: estimateRequest,
} = createRequestEstimator(weighPlainly);
