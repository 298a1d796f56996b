import { isCjk } from "./estimate-text.ts";

/**
 * Turns estimates into sizes. An estimate depends on the text alone and may be wrong by half for a language or a tokenizer;
 * a provider's own count of the last request corrects it:
 *
 *     size(request) = measured(last) + factor × (estimate(request) − estimate(last))
 *                   = offset + factor × estimate(request)
 *
 * plus a surcharge for every item that no answer has measured yet.
 */
export interface AnchoredScale {
  /** Tokens. Zero unless the factor was clamped. */
  readonly offset: number;
  /** Real tokens per estimated token. */
  readonly factor: number;
}

/** A provider's count of a request beside our estimate of the same request, both in tokens. */
export interface Measurement {
  readonly measured: number;
  readonly estimate: number;
}

const SMALLEST_FACTOR = 0.5;
const LARGEST_FACTOR = 8;
/** Nothing is known of this model's tokenizer before its first answer. */
const FIRST_MARGIN = 1.1;
const EXOTIC_TOKENS_PER_UNIT = 3;
const ESTIMATED_TOKENS_PER_UNIT = 0.5;

/**
 * The factor that a measurement teaches, within 0.5–8, or undefined if its numbers make no sense. Ask
 * `isTrustworthy` first about a figure that a provider reported.
 */
export function measureFactor({ measured, estimate }: Measurement): number | undefined {
  if (!(measured > 0 && estimate > 0) || !Number.isFinite(measured / estimate)) return undefined;
  return Math.min(LARGEST_FACTOR, Math.max(SMALLEST_FACTOR, measured / estimate));
}

/** No tokenizer is so much better than the lowest estimate; a provider that reports less has read less than it was sent. */
const SILENT_CUT_SHARE = 0.25;

/** Whether a count is one of what was sent: above the window, or far below the estimate, it was made after a silent cut. */
export function isTrustworthy(
  { measured, estimate, plain = estimate }: Measurement & { plain?: number },
  window: number,
): boolean {
  return measured > 0 && measured <= window && measured >= Math.min(estimate, plain) * SILENT_CUT_SHARE;
}

/**
 * The scale for the next request. `last` is the newest trustworthy measurement of this chat and model (a refusal that names
 * its numbers is one); without it, `keptFactor` is what an earlier chat state with the same model taught, never below 1.
 */
export function anchorScale({ last, keptFactor = 1 }: { last?: Measurement; keptFactor?: number }): AnchoredScale {
  const factor = last && measureFactor(last);
  if (!last || factor === undefined) return { offset: 0, factor: FIRST_MARGIN * Math.max(1, keptFactor) };
  return { offset: last.measured - factor * last.estimate, factor };
}

/**
 * The surcharge, in whole tokens, that an item carries until an answer has measured it: it counts with max(1, factor), and
 * its exotic units count three tokens each. `exoticUnits` is zero once an answer has measured such text.
 */
export function unmeasuredExtra({
  estimate,
  factor,
  exoticUnits = 0,
}: {
  estimate: number;
  factor: number;
  exoticUnits?: number;
}): number {
  const cautious = Math.max(1, factor);
  const perUnit = Math.max(0, EXOTIC_TOKENS_PER_UNIT - cautious * ESTIMATED_TOKENS_PER_UNIT);
  return Math.ceil((cautious - factor) * estimate + perUnit * exoticUnits);
}

/**
 * Counts the UTF-16 units whose price varies most between tokenizers: everything outside ASCII, Latin, Cyrillic, Greek,
 * Hebrew, Arabic, Devanagari, Thai and CJK. Some tokenizers have no words for such scripts and fall back to single bytes.
 * Accents and general punctuation are written with all of these scripts and do not count.
 */
export function countExotic(text: string): number {
  let units = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x530) continue; // ASCII, Latin, accents, Greek, Cyrillic
    const codePoint = text.codePointAt(index) ?? unit;
    const length = codePoint > 0xffff ? 2 : 1;
    if (!isFamiliar(codePoint)) units += length;
    index += length - 1;
  }
  return units;
}

/** Ranges from U+0530 up, in pairs of first and last code point. */
const FAMILIAR_RANGES = [
  [0x0590, 0x05ff], // Hebrew
  [0x0600, 0x06ff], // Arabic
  [0x0750, 0x077f], // Arabic supplement
  [0x0870, 0x08ff], // Arabic extended
  [0x0900, 0x097f], // Devanagari
  [0x0e00, 0x0e7f], // Thai
  [0x1ab0, 0x1aff], // accents
  [0x1c80, 0x1c8f], // Cyrillic extended
  [0x1cd0, 0x1cff], // Vedic signs of Devanagari
  [0x1d00, 0x1fff], // phonetic Latin, accents, Latin and Greek with accents
  [0x2000, 0x206f], // general punctuation
  [0x2c60, 0x2c7f], // Latin extended
  [0x2de0, 0x2dff], // Cyrillic extended
  [0xa640, 0xa69f], // Cyrillic extended
  [0xa720, 0xa7ff], // Latin extended
  [0xa8e0, 0xa8ff], // Devanagari extended
  [0xab30, 0xab6f], // Latin extended
  [0xfb00, 0xfb06], // Latin ligatures
  [0xfb1d, 0xfdff], // Hebrew and Arabic presentation forms
  [0xfe70, 0xfeff], // Arabic presentation forms, byte order mark
] as const;

function isFamiliar(codePoint: number): boolean {
  if (isCjk(codePoint)) return true;
  return FAMILIAR_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last);
}
