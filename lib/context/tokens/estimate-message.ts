import type { ModelMessage, ToolResultPart } from "ai";
import { estimateText, toTokens, weighText } from "./estimate-text.ts";

/** What a message costs besides its parts. */
export const MESSAGE_TOKENS = 4;
/** What a tool call or a tool result costs besides its text. */
export const CALL_TOKENS = 8;
/** A flat price per picture: providers count tiles, not bytes, so its base64 length says nothing. */
const IMAGE_TOKENS = 1_100;

const BYTES_PER_FILE_TOKEN = 3;
const CHARACTERS_PER_ENCRYPTED_TOKEN = 4;
/** Where providers keep reasoning that only they can read. */
const ENCRYPTED_KEYS = ["reasoningEncryptedContent", "encryptedContent", "redactedData"];

type ContentPart = Exclude<ModelMessage["content"], string>[number];
type ResultOutput = ToolResultPart["output"];
type OutputItem = Extract<ResultOutput, { type: "content" }>["value"][number];

/** Tokens of a message: four, and each of its parts rounded up once. So the sum of stored parts gives the whole. */
export function estimateMessage(message: ModelMessage): number {
  if (typeof message.content === "string") return MESSAGE_TOKENS + estimateText(message.content);
  let tokens = MESSAGE_TOKENS;
  for (const part of message.content) tokens += estimatePart(part);
  return tokens;
}

/** Tokens of one part of a message, a whole number. */
export function estimatePart(part: ContentPart): number {
  switch (part.type) {
    case "text":
      return estimateText(part.text);
    case "reasoning":
      return toTokens(weighText(part.text) + weighEncrypted(part.providerOptions));
    case "tool-call":
      return CALL_TOKENS + estimateText(part.toolName + toJson(part.input));
    case "tool-result":
      return CALL_TOKENS + estimateOutput(part.output);
    case "image":
      return IMAGE_TOKENS;
    case "file":
    case "reasoning-file":
      return estimateFile(part.mediaType, part.data);
    default:
      return estimateText(toJson(part));
  }
}

function estimateOutput(output: ResultOutput): number {
  switch (output.type) {
    case "text":
    case "error-text":
      return estimateText(output.value);
    case "json":
    case "error-json":
      return estimateText(toJson(output.value));
    case "execution-denied":
      return estimateText(output.reason ?? "");
    case "content":
      return output.value.reduce((sum, item) => sum + estimateOutputItem(item), 0);
  }
}

function estimateOutputItem(item: OutputItem): number {
  switch (item.type) {
    case "text":
      return estimateText(item.text);
    case "file":
    case "file-data":
      return estimateFile(item.mediaType, item.data);
    case "image-data":
    case "image-url":
    case "image-file-id":
    case "image-file-reference":
      return IMAGE_TOKENS;
    default:
      return estimateForeignItem(item);
  }
}

/** Results that other programs stored may hold media in shapes that the current types no longer name. */
function estimateForeignItem(item: { type: string; mediaType?: unknown; data?: unknown }): number {
  if (typeof item.mediaType === "string" && item.data !== undefined) return estimateFile(item.mediaType, item.data);
  return estimateText(toJson(item));
}

function estimateFile(mediaType: string, data: unknown): number {
  if (mediaType === "image" || mediaType.startsWith("image/")) return IMAGE_TOKENS;
  if (isTagged(data)) {
    if (typeof data.text === "string") return estimateText(data.text);
    return estimateFile(mediaType, data.data ?? data.url ?? toJson(data.reference));
  }
  if (data instanceof URL) return estimateAddress(data.href);
  if (typeof data === "string") return estimateAddress(data);
  return Math.ceil(countBytes(data) / BYTES_PER_FILE_TOKEN);
}

interface TaggedData {
  type: string;
  data?: unknown;
  url?: unknown;
  text?: unknown;
  reference?: unknown;
}

function isTagged(data: unknown): data is TaggedData {
  return typeof data === "object" && data !== null && "type" in data && typeof data.type === "string";
}

/** A string stands for base64 bytes, bare or in a data URL, unless it is another address or a reference. */
function estimateAddress(data: string): number {
  if (/^(?!data:)[a-z]+:\/\//i.test(data) || data.startsWith("{")) return estimateText(data);
  const encoded = data.startsWith("data:") ? data.length - data.indexOf(",") - 1 : data.length;
  return Math.ceil((encoded * 3) / 4 / BYTES_PER_FILE_TOKEN);
}

function countBytes(data: unknown): number {
  if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) return data.byteLength;
  return toJson(data).length;
}

function weighEncrypted(options: Record<string, unknown> | undefined): number {
  let characters = 0;
  for (const values of Object.values(options ?? {})) {
    if (typeof values !== "object" || values === null) continue;
    for (const [key, value] of Object.entries(values)) {
      if (typeof value === "string" && ENCRYPTED_KEYS.includes(key)) characters += value.length;
    }
  }
  return (characters * 4) / CHARACTERS_PER_ENCRYPTED_TOKEN;
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
