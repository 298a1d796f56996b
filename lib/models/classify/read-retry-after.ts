import type { Evidence } from "./evidence.ts";
import { readableText } from "./evidence.ts";

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * How long the provider asks to wait, in milliseconds: from `retry-after-ms`, `retry-after` (seconds, or a date measured
 * against the response's own `date`, so that no clock is needed), the body, the sentence, or the rate-limit headers.
 */
export function readRetryAfter(evidence: Evidence): number | undefined {
  const { headers } = evidence;
  return (
    readNumber(headers["retry-after-ms"]) ??
    readSeconds(headers["retry-after"]) ??
    readDate(headers["retry-after"], headers.date) ??
    readDuration(evidence.retryDelay) ??
    readSentenceDelay(readableText(evidence)) ??
    readDuration(headers["x-ratelimit-reset-tokens"]) ??
    readDuration(headers["x-ratelimit-reset-requests"])
  );
}

function readNumber(text: string | undefined): number | undefined {
  if (!text || !/^\d+(?:\.\d+)?$/.test(text.trim())) return undefined;
  return Math.ceil(Number(text));
}

function readSeconds(text: string | undefined): number | undefined {
  if (!text || !/^\d+(?:\.\d+)?$/.test(text.trim())) return undefined;
  return Math.ceil(Number(text) * 1_000);
}

function readDate(until: string | undefined, now: string | undefined): number | undefined {
  const wait = Date.parse(until ?? "") - Date.parse(now ?? "");
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** "3.4s", "250ms", "6m0s", "1h2m3s"; a unit is required, for bare numbers may be moments as well as delays. */
function readDuration(text: string | undefined): number | undefined {
  if (!text || !/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(text.trim())) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  }
  return Math.ceil(total);
}

function readSentenceDelay(text: string): number | undefined {
  const found = /(?:try again|retry)(?: in| after)? (?<first>\d+(?:\.\d+)?) ?(?<rest>[a-z]+[\d.a-z]*)/i.exec(
    text,
  )?.groups;
  if (!found) return undefined;
  const rest = (found.rest ?? "").toLowerCase().replace(/\.$/, "");
  if (rest.startsWith("sec")) return Math.ceil(Number(found.first) * 1_000);
  if (rest.startsWith("min")) return Math.ceil(Number(found.first) * 60_000);
  return readDuration(`${found.first}${rest}`);
}
