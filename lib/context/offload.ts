import { estimateText, weighCharacter, weighText } from "./tokens/estimate-text.ts";

/**
 * Offloading: a text that is too large for the conversation is stored whole, and the model sees its beginning, its end and
 * the path where the rest can be read. How much it sees is settled once and kept with the row, as two lengths, so that an
 * old preview stays byte-identical whatever becomes of budget, factor or model.
 */
export interface PreviewPlan {
  /** UTF-16 units from the beginning, and from the end. Both on whole characters. */
  readonly head: number;
  readonly tail: number;
}

const LARGEST_RESULT_TOKENS = 20_000;
const LARGEST_USER_MESSAGE_TOKENS = 50_000;
/** What the middle line may cost, with a path of up to about 200 characters. */
const MIDDLE_LINE_TOKENS = 128;
const QUARTERS_PER_TOKEN = 4;

/**
 * The most estimated tokens that one tool result may hold. The results of one step share half of the budget, so that a step
 * with many calls cannot fill the request alone. The factor (real tokens per estimated token) turns real tokens into estimated.
 */
export function previewBounds({
  budget,
  callsInStep,
  factor = 1,
  largest = LARGEST_RESULT_TOKENS,
}: {
  budget: number;
  callsInStep: number;
  factor?: number;
  largest?: number;
}): number {
  return Math.floor(Math.min(largest, budget / 4, budget / 2 / Math.max(1, callsInStep)) / factor);
}

/** The most estimated tokens that one user message may hold. */
export function userMessageBound({
  budget,
  largest = LARGEST_USER_MESSAGE_TOKENS,
}: {
  budget: number;
  largest?: number;
}): number {
  return Math.floor(Math.min(largest, budget / 2));
}

/**
 * Plans a preview within `boundTokens` (estimated, of the rendered text), or returns undefined if the text is within the
 * bound as it is. Half goes to each end; an end gives up its broken line if at least half of it remains, so one endless
 * line is cut anywhere. With a bound below the middle line's own cost (128), only that line is left.
 */
export function planPreview(text: string, boundTokens: number): PreviewPlan | undefined {
  if (estimateText(text) <= boundTokens) return undefined;
  const perEnd = Math.max(0, (boundTokens - MIDDLE_LINE_TOKENS) * QUARTERS_PER_TOKEN) / 2;
  return { head: findHead(text, perEnd), tail: findTail(text, perEnd) };
}

/**
 * The text that the model sees: head, one line that says what is missing and where it is, tail. The line's words depend on
 * the arguments only. `howToRead` may name a tool, if the reader has it.
 */
export function renderPreview(
  text: string,
  { head, tail }: PreviewPlan,
  path: string,
  howToRead = "Read it there in parts.",
): string {
  const missing = text.length - head - tail;
  const line = `[… ${missing} of ${text.length} characters are left out here. The whole text is at ${path}. ${howToRead} …]`;
  return [text.slice(0, head), line, text.slice(text.length - tail)].filter((piece) => piece !== "").join("\n");
}

function findHead(text: string, quarters: number): number {
  let end = 0;
  let left = quarters;
  while (end < text.length) {
    const codePoint = text.codePointAt(end) ?? 0;
    left -= weighCharacter(codePoint);
    if (left < 0) break;
    end += codePoint > 0xffff ? 2 : 1;
  }
  const lineEnd = text.lastIndexOf("\n", end - 1);
  return end > 0 && lineEnd >= end / 2 ? lineEnd : end;
}

function findTail(text: string, quarters: number): number {
  let start = text.length;
  let left = quarters;
  while (start > 0) {
    const units = isPair(text, start - 2) ? 2 : 1;
    left -= weighText(text.slice(start - units, start));
    if (left < 0) break;
    start -= units;
  }
  const length = text.length - start;
  const lineStart = text.indexOf("\n", start) + 1;
  const isEarly = lineStart > 0 && lineStart - start <= length / 2;
  return isEarly ? text.length - lineStart : length;
}

function isPair(text: string, index: number): boolean {
  return index >= 0 && (text.codePointAt(index) ?? 0) > 0xffff;
}
