import type { ContentPart } from "./request-body.ts";

/** What OpenAI charges for a picture of middle size. */
const IMAGE_TOKENS = 1100;
const FILE_CHARACTERS_PER_TOKEN = 4;

/** Message content as text, and the tokens of what is not text. */
export function readContent(content: string | ContentPart[] | null | undefined): { text: string; extraTokens: number } {
  if (content == null) return { text: "", extraTokens: 0 };
  if (typeof content === "string") return { text: content, extraTokens: 0 };
  let extraTokens = 0;
  const texts: string[] = [];
  for (const part of content) {
    if (typeof part.text === "string") texts.push(part.text);
    else if (part.type.includes("image")) extraTokens += IMAGE_TOKENS;
    else extraTokens += Math.ceil(JSON.stringify(part).length / FILE_CHARACTERS_PER_TOKEN);
  }
  return { text: texts.join("\n"), extraTokens };
}
