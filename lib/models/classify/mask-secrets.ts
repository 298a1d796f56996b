const LONGEST = 2_000;

/** Keys, tokens and credentials as they appear in provider texts; long unbroken runs are payloads or secrets. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|gsk|xai|key|tok|ghp|gho|hf|r8)[-_][\w*.-]{4,}/gi, "[key]"],
  [/\bAIza[\w-]{10,}/g, "[key]"],
  [/\b(bearer|basic)\s+[\w.~+/=*-]{6,}/gi, "$1 [key]"],
  [/\b(api[-_ ]?key|token|secret|password|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;&]{4,}/gi, "$1$2[key]"],
  [/\/\/[^\s/@]+@/g, "//[key]@"],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, "[key]"],
  [/[A-Za-z0-9+/_-]{60,}={0,2}/g, "[…]"],
];

/** Provider text that may be shown and stored: secrets masked, at most 2,000 characters, no half code points. */
export function maskSecrets(text: string): string {
  const masked = SECRETS.reduce((rest, [secret, mask]) => rest.replace(secret, mask), text);
  if (masked.length <= LONGEST) return masked.toWellFormed();
  return `${masked.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, "")}…`.toWellFormed();
}
