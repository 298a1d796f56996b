import type { ModelMessage, ToolResultPart } from "ai";
import { weighPlainly } from "./estimate-text.ts";

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

/** Tokens of a text before rounding; linear in its length, whatever it is. */
export type WeighText = (text: string) => number;

/** The rules of a message over any way of counting text. */
export interface MessageEstimator {
  /** Four, and each of its parts rounded up once. So the sum of stored parts gives the whole. */
  message(message: ModelMessage): number;
  /** A whole number. */
  part(part: ContentPart): number;
}

export function createMessageEstimator(weigh: WeighText): MessageEstimator {
  const text = (value: string): number => Math.ceil(weigh(value));

  function message({ content }: ModelMessage): number {
    if (typeof content === "string") return MESSAGE_TOKENS + text(content);
    let tokens = MESSAGE_TOKENS;
    for (const item of content) tokens += part(item);
    return tokens;
  }

  function part(item: ContentPart): number {
    switch (item.type) {
      case "text":
        return text(item.text);
      case "reasoning":
        return Math.ceil(weigh(item.text) + weighEncrypted(item.providerOptions));
      case "tool-call":
        return CALL_TOKENS + text(item.toolName + toJson(item.input));
      case "tool-result":
        return CALL_TOKENS + output(item.output);
      case "image":
        return IMAGE_TOKENS;
      case "file":
      case "reasoning-file":
        return file(item.mediaType, item.data);
      default:
        return text(toJson(item));
    }
  }

  function output(result: ResultOutput): number {
    switch (result.type) {
      case "text":
      case "error-text":
        return text(result.value);
      case "json":
      case "error-json":
        return text(toJson(result.value));
      case "execution-denied":
        return text(result.reason ?? "");
      case "content":
        return result.value.reduce((sum, item) => sum + outputItem(item), 0);
    }
  }

  function outputItem(item: OutputItem): number {
    switch (item.type) {
      case "text":
        return text(item.text);
      case "file":
      case "file-data":
        return file(item.mediaType, item.data);
      case "image-data":
      case "image-url":
      case "image-file-id":
      case "image-file-reference":
        return IMAGE_TOKENS;
      default:
        return foreignItem(item);
    }
  }

  /** Results that other programs stored may hold media in shapes that the current types no longer name. */
  function foreignItem(item: { type: string; mediaType?: unknown; data?: unknown }): number {
    if (typeof item.mediaType === "string" && item.data !== undefined) return file(item.mediaType, item.data);
    return text(toJson(item));
  }

  function file(mediaType: string, data: unknown): number {
    if (mediaType === "image" || mediaType.startsWith("image/")) return IMAGE_TOKENS;
    if (isTagged(data)) {
      if (typeof data.text === "string") return text(data.text);
      return file(mediaType, data.data ?? data.url ?? toJson(data.reference));
    }
    if (data instanceof URL) return address(data.href);
    if (typeof data === "string") return address(data);
    return Math.ceil(countBytes(data) / BYTES_PER_FILE_TOKEN);
  }

  /** A string stands for base64 bytes, bare or in a data URL, unless it is another address or a reference. */
  function address(data: string): number {
    if (/^(?!data:)[a-z]+:\/\//i.test(data) || data.startsWith("{")) return text(data);
    const encoded = data.startsWith("data:") ? data.length - data.indexOf(",") - 1 : data.length;
    return Math.ceil((encoded * 3) / 4 / BYTES_PER_FILE_TOKEN);
  }

  return { message, part };
}

/** By the plain rule. */
export const { message: estimateMessage, part: estimatePart } = createMessageEstimator(weighPlainly);

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
  return characters / CHARACTERS_PER_ENCRYPTED_TOKEN;
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
