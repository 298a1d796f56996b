import type { TokenCounts } from "./model-failure.ts";

const toNumber = (digits: string | undefined): number => Number((digits ?? "").replaceAll(",", ""));

/** The account tier of Anthropic without long context accepts this many tokens, whatever the model's window. */
const STANDARD_TIER_WINDOW = 200_000;

/**
 * Finds out that a rate limit is smaller than this one request, so that no waiting can help.
 * @param text the provider's words. @param estimate our count of the request, tokens.
 * @returns what would fit, where known; undefined when waiting may help.
 */
export function readNeverFits(text: string, estimate: number | undefined): TokenCounts | undefined {
  if (/extra usage is required|long context (?:requests|beta) (?:is|are) not/i.test(text)) {
    return { limit: STANDARD_TIER_WINDOW };
  }
  const stated = /limit:? (?<limit>\d[\d,]*),? (?:used:? \d[\d,]*,? )?requested:? (?<used>\d[\d,]*)/i.exec(
    text,
  )?.groups;
  if (stated) {
    const used = toNumber(stated.used);
    const limit = toNumber(stated.limit);
    return used > limit ? { used, input: used, limit } : undefined;
  }
  const perMinute = /rate limit of (?<limit>\d[\d,]*) (?:input )?tokens per minute/i.exec(text)?.groups;
  if (perMinute && estimate !== undefined && estimate > toNumber(perMinute.limit)) {
    return { limit: toNumber(perMinute.limit) };
  }
  return /request too large for .{1,200}(?:per min|tpm)/i.test(text) ? {} : undefined;
}
