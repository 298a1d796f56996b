import { countTokens, hashText } from "./count-tokens.ts";
import type { RequestItem } from "./parse-request.ts";

/** What the chat template adds around each item, and once for the answer that it opens. */
const ITEM_TOKENS = 3;
const ANSWER_TOKENS = 3;

export interface MeasuredItem {
  text: string;
  hash: string;
  tokens: number;
}

/** Exact sizes of a request: of each item in order, and of the whole. */
export function measureItems(items: RequestItem[]): { items: MeasuredItem[]; inputTokens: number } {
  const measured = items.map(({ text, extraTokens }) => {
    const hash = hashText(text);
    return { text, hash, tokens: ITEM_TOKENS + extraTokens + countTokens(text, hash) };
  });
  return { items: measured, inputTokens: measured.reduce((sum, item) => sum + item.tokens, ANSWER_TOKENS) };
}
