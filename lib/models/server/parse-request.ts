import { checkReasoning } from "./check-pairs.ts";
import { readContent } from "./read-content.ts";
import {
  type ChatBody,
  chatBody,
  type ResponsesBody,
  type ResponsesItem,
  responsesBody,
  responsesItem,
} from "./request-body.ts";
import { badRequest, type RequestProblem } from "./request-problem.ts";
import type { Api, ParsedMessage, ParsedRequest } from "./types.ts";

/** A piece of a request in the order in which a model reads it: one tool, the instructions, one message. */
export interface RequestItem {
  text: string;
  extraTokens: number;
}

export interface ReadRequest {
  parsed: Omit<ParsedRequest, "requestNumber">;
  items: RequestItem[];
  /** Chat: a last chunk with the usage was asked for. Responses streams always report it. */
  includeUsage: boolean;
  /** Responses: reasoning is returned in encrypted form. */
  encryptedReasoning: boolean;
}

type ReadResult = { ok: true; request: ReadRequest } | { ok: false; problem: RequestProblem };

/** Reads a request body of either API. A body that OpenAI refuses is refused with the same words. */
export function parseRequest(api: Api, bodyText: string): ReadResult {
  let json: unknown;
  try {
    json = JSON.parse(bodyText);
  } catch {
    const message = "We could not parse the JSON body of your request.";
    return { ok: false, problem: badRequest(message, { param: null }) };
  }
  return api === "responses" ? parseResponses(json) : parseChat(json);
}

function parseResponses(json: unknown): ReadResult {
  const body = responsesBody.safeParse(json);
  if (!body.success) return { ok: false, problem: invalid(body.error.issues) };
  const rawItems = typeof body.data.input === "string" ? [{ role: "user", content: body.data.input }] : body.data.input;
  const items: ResponsesItem[] = [];
  for (const [index, rawItem] of rawItems.entries()) {
    const item = responsesItem.safeParse(rawItem);
    if (!item.success) return { ok: false, problem: invalid(item.error.issues, `input[${index}]`) };
    if (item.data.type === "item_reference") {
      const message = `Item with id '${item.data.id}' not found. Items are not persisted by this server: send them in full.`;
      return { ok: false, problem: badRequest(message, { param: "input", status: 404 }) };
    }
    items.push(item.data);
  }
  const problem = checkReasoning(items);
  if (problem) return { ok: false, problem };
  const messages: ParsedMessage[] = [];
  if (body.data.instructions) messages.push({ role: "system", text: body.data.instructions, calls: [] });
  for (const item of items) addResponsesItem(messages, item);
  return { ok: true, request: responsesRequest(body.data, items, messages) };
}

function responsesRequest(body: ResponsesBody, items: ResponsesItem[], messages: ParsedMessage[]): ReadRequest {
  const tools = (body.tools ?? []).map((tool) => tool.name ?? tool.type);
  const toolItems = (body.tools ?? []).map((tool) => plainItem(JSON.stringify(tool)));
  const instructions = body.instructions ? [plainItem(`system\n${body.instructions}`)] : [];
  return {
    parsed: {
      api: "responses",
      model: body.model,
      stream: body.stream === true,
      messages,
      tools,
      ...outputLimit(body.max_output_tokens),
    },
    items: [...toolItems, ...instructions, ...items.map(countableItem)],
    includeUsage: true,
    encryptedReasoning: body.include?.includes("reasoning.encrypted_content") ?? false,
  };
}

/** Text, calls and reasoning of one step are separate items here; the neutral list has one assistant message for all. */
function addResponsesItem(messages: ParsedMessage[], item: ResponsesItem): void {
  if (item.type === "message" && item.role !== "assistant") {
    const role = item.role === "user" ? "user" : "system";
    messages.push({ role, text: readContent(item.content).text, calls: [] });
  } else if (item.type === "message") {
    const step = openStep(messages);
    step.text = [step.text, readContent(item.content).text].filter(Boolean).join("\n");
  } else if (item.type === "function_call") {
    openStep(messages).calls.push({ id: item.call_id, name: item.name, arguments: item.arguments });
  } else if (item.type === "function_call_output") {
    messages.push(toolMessage(item.call_id, readContent(item.output).text));
  }
}

function openStep(messages: ParsedMessage[]): ParsedMessage {
  const last = messages.at(-1);
  if (last?.role === "assistant") return last;
  const step: ParsedMessage = { role: "assistant", text: "", calls: [] };
  messages.push(step);
  return step;
}

function toolMessage(toolCallId: string, output: string): ParsedMessage {
  return { role: "tool", text: "", calls: [], toolCallId, output };
}

function countableItem(item: ResponsesItem): RequestItem {
  switch (item.type) {
    case "function_call":
      return plainItem(`function_call\n${item.name}\n${item.arguments}`);
    case "function_call_output": {
      const { text, extraTokens } = readContent(item.output);
      return { text: `function_call_output\n${text}`, extraTokens };
    }
    case "reasoning":
      return { text: "reasoning", extraTokens: Math.ceil((item.encrypted_content?.length ?? 0) / 4) };
    case "item_reference":
      return plainItem(item.id);
    default: {
      const { text, extraTokens } = readContent(item.content);
      return { text: `${item.role}\n${text}`, extraTokens };
    }
  }
}

function parseChat(json: unknown): ReadResult {
  const body = chatBody.safeParse(json);
  if (!body.success) return { ok: false, problem: invalid(body.error.issues) };
  const messages: ParsedMessage[] = [];
  const items: RequestItem[] = (body.data.tools ?? []).map((tool) => plainItem(JSON.stringify(tool)));
  for (const message of body.data.messages) {
    const { text, extraTokens } = readContent(message.content);
    const calls = (message.tool_calls ?? []).map((call) => ({ id: call.id, ...call.function }));
    if (message.role === "tool") messages.push(toolMessage(message.tool_call_id ?? "", text));
    else messages.push({ role: message.role === "developer" ? "system" : message.role, text, calls });
    const callTexts = calls.map((call) => `${call.name}\n${call.arguments}`);
    items.push({ text: [message.role, text, ...callTexts].join("\n"), extraTokens });
  }
  return { ok: true, request: chatRequest(body.data, items, messages) };
}

function chatRequest(body: ChatBody, items: RequestItem[], messages: ParsedMessage[]): ReadRequest {
  return {
    parsed: {
      api: "chat",
      model: body.model,
      stream: body.stream === true,
      messages,
      tools: (body.tools ?? []).map((tool) => tool.function?.name ?? tool.type),
      ...outputLimit(body.max_completion_tokens ?? body.max_tokens),
    },
    items,
    includeUsage: body.stream_options?.include_usage === true,
    encryptedReasoning: false,
  };
}

function outputLimit(limit: number | null | undefined): { outputLimit?: number } {
  return limit == null ? {} : { outputLimit: limit };
}

function plainItem(text: string): RequestItem {
  return { text, extraTokens: 0 };
}

function invalid(issues: { path: PropertyKey[]; message: string }[], at = ""): RequestProblem {
  const issue = issues[0];
  const param = [at, ...(issue?.path ?? [])].filter((part) => part !== "").join(".");
  return badRequest(`Invalid '${param}': ${issue?.message ?? "unexpected value"}.`, { param, code: "invalid_value" });
}
