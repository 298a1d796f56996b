const HEAD = 6_000;
const TAIL = 6_000;
const LONGEST_JSON = 1_000_000;

/** Validators quote the rejected value; what it says is ours, not the provider's. */
const ECHOED_INPUT = /input_value=.*?(?=, input_type=|$)/gs;

/**
 * One provider text, made safe to match and show: markup reduced to its words, echoed input removed, very long texts
 * reduced to their two ends (a chain of fallbacks has its cause last).
 */
export function readableSentence(text: string): string {
  const bounded = text.length > HEAD + TAIL ? `${text.slice(0, HEAD)} … ${text.slice(-TAIL)}` : text;
  const words = looksLikeMarkup(bounded) ? withoutMarkup(bounded) : bounded;
  return words.replace(ECHOED_INPUT, "").toWellFormed().trim();
}

const looksLikeMarkup = (text: string): boolean => /<(?:!doctype|html|head|body|title|center|h1)\b/i.test(text);

const withoutMarkup = (text: string): string =>
  text
    .replace(/<(script|style)\b[^>]*>[^<]*<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

/**
 * JSON that is the whole text or stands inside it (`400 {"error":…}`, `data: {…}`, `Exception - [{…}]`).
 * A list of plain values is prose ("should be [1, 129024]") and stays in the text.
 * @returns the value and the text around it; undefined when there is none.
 */
export function parseEmbeddedJson(text: string): { value: object; around: string } | undefined {
  if (text.length > LONGEST_JSON) return undefined;
  return /^\s*\[/.test(text)
    ? (cutJson(text, "[", "]") ?? cutJson(text, "{", "}"))
    : (cutJson(text, "{", "}") ?? cutJson(text, "[", "]"));
}

function cutJson(text: string, open: string, close: string): { value: object; around: string } | undefined {
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close) + 1;
  if (start === -1 || end <= start) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, end));
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value) && !value.every((item) => typeof item === "object")) return undefined;
    return { value, around: `${text.slice(0, start)}${text.slice(end)}`.replace(/^\s*data:\s*$/, "") };
  } catch {
    return undefined;
  }
}
