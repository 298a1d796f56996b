import type { ModelMessage } from "ai";
import { boundImages } from "./bound-images.ts";
import type { Repair } from "./repair.ts";
import { repairContent } from "./repair-content.ts";
import { repairPairs } from "./repair-pairs.ts";
import { repairStrings } from "./well-formed.ts";

const OPENING: ModelMessage = { role: "user", content: "(The beginning of this conversation is not part of it.)" };

/**
 * The last gate before a request is sent: what comes out is a list that every provider accepts. Every call has its result
 * right after it, in call order, and every result its call; the first message is a user message; no text and no output is
 * empty; no step ends with reasoning that nothing follows; pictures are bounded in number and size; every string is well-formed and free of NUL.
 *
 * The stored conversation is not touched, and neither is any message that was right: it comes out as the same object. A second
 * pass over the outcome finds nothing to repair.
 */
export function validateRequest(messages: readonly ModelMessage[]): {
  messages: ModelMessage[];
  repairs: Repair[];
} {
  const repairs: Repair[] = [];
  const wellFormed = boundImages(messages, repairs).map((message, at) => {
    const repaired = repairStrings(message);
    if (repaired !== message) repairs.push({ kind: "strings-repaired", message: at });
    return { message: repaired, at };
  });
  const filled = wellFormed.flatMap((placed) => repairContent(placed, repairs));
  const paired = repairPairs(filled, repairs).map(({ message }) => message);
  const first = paired[0];
  if (first && first.role !== "user") {
    paired.unshift(OPENING);
    repairs.push({ kind: "opening-added", message: 0 });
  }
  return { messages: paired, repairs };
}
