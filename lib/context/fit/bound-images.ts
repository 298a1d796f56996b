import type { ModelMessage } from "ai";
import { isImage, sizeOfData } from "../tokens/media.ts";
import type { Repair } from "./repair.ts";

/** Below what any large provider takes, per picture and per request. Bytes before encoding. */
const LARGEST_IMAGE = 5_000_000;
const LARGEST_SUM = 20_000_000;
const MOST_IMAGES = 50;

const LEFT_OUT =
  "[A picture was left out here: it is too large, or there are too many for one request. It is still stored.]";

type Content = { type: string };

/**
 * Keeps the newest pictures that a provider would take together, and puts a constant text in place of the others: one picture too
 * many refuses the whole request. Messages without such a picture come out as the same objects.
 */
export function boundImages(messages: readonly ModelMessage[], repairs: Repair[]): ModelMessage[] {
  let count = 0;
  let sum = 0;
  const isTooMuch = (part: Content): boolean => {
    if (!isImage(part)) return false;
    const bytes = sizeOfData(part);
    if (bytes > LARGEST_IMAGE || count === MOST_IMAGES || sum + bytes > LARGEST_SUM) return true;
    count++;
    sum += bytes;
    return false;
  };
  const bounded = [...messages];
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (!message || typeof message.content === "string") continue;
    const content = boundParts(message.content, isTooMuch);
    if (content === message.content) continue;
    bounded[at] = { ...message, content } as ModelMessage;
    repairs.push({ kind: "image-removed", message: at });
  }
  return bounded;
}

/** The newest first, so that they are the ones that stay. */
function boundParts(parts: readonly Content[], isTooMuch: (part: Content) => boolean): readonly Content[] {
  // Nearly always: this runs over every message before every call.
  if (!parts.some((part) => isImage(part) || part.type === "tool-result")) return parts;
  const bounded = parts.toReversed().map((part) => {
    if (isTooMuch(part)) return { type: "text", text: LEFT_OUT };
    const output = (part as { output?: { type: string; value: unknown } }).output;
    if (part.type !== "tool-result" || output?.type !== "content") return part;
    const value = boundParts(output.value as Content[], isTooMuch);
    return value === output.value ? part : { ...part, output: { ...output, value } };
  });
  return bounded.every((part, at) => part === parts[parts.length - 1 - at]) ? parts : bounded.reverse();
}
