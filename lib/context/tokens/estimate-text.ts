/**
 * Counts tokens by script, without running a tokenizer. Characters are UTF-16 code units: four ASCII units make a token,
 * one unit of Chinese, Japanese or Korean is a token, two units of anything else are a token. The units are summed first
 * and rounded up once per text, so a text costs the same wherever it is cut into chunks before summing.
 */

/** Weights are in quarter tokens, which keeps every sum an integer. */
const QUARTERS_PER_TOKEN = 4;

/** Han with its extensions, kana, bopomofo, Hangul with jamo, CJK punctuation, full-width and half-width forms. */
export function isCjk(codePoint: number): boolean {
  if (codePoint < 0x1100) return false;
  if (codePoint <= 0x11ff) return true; // Hangul jamo
  if (codePoint < 0x2e80) return false;
  if (codePoint <= 0x9fff) return codePoint < 0x4dc0 || codePoint > 0x4dff; // all but the hexagram symbols
  if (codePoint <= 0xffff) return isCjkCompatibility(codePoint);
  if (codePoint >= 0x20000) return codePoint <= 0x3ffff; // Han extensions B and later
  return codePoint >= 0x1aff0 && codePoint <= 0x1b16f; // kana supplements
}

function isCjkCompatibility(codePoint: number): boolean {
  if (codePoint < 0xac00) return codePoint >= 0xa960 && codePoint <= 0xa97f; // jamo extended A
  if (codePoint <= 0xd7ff) return true; // Hangul syllables, jamo extended B
  if (codePoint < 0xf900) return false;
  if (codePoint <= 0xfaff) return true; // compatibility ideographs
  if (codePoint >= 0xfe10 && codePoint <= 0xfe1f) return true; // vertical forms
  if (codePoint >= 0xfe30 && codePoint <= 0xfe6f) return true; // compatibility and small forms
  return codePoint >= 0xff00 && codePoint <= 0xffef; // full-width and half-width forms
}

/** The weight of one character with all of its units, in quarter tokens. */
export function weighCharacter(codePoint: number): number {
  const units = codePoint > 0xffff ? 2 : 1;
  if (codePoint < 0x80) return units;
  return isCjk(codePoint) ? units * QUARTERS_PER_TOKEN : units * 2;
}

/** The weight of a text in quarter tokens: an integer, so weights of pieces add up exactly to the weight of the whole. */
export function weighText(text: string): number {
  let quarters = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) quarters += 1;
    else if (unit < 0x1100) quarters += 2;
    else if (unit < 0xd800 || unit > 0xdbff) quarters += weighCharacter(unit);
    else {
      const codePoint = text.codePointAt(index) ?? unit;
      quarters += weighCharacter(codePoint);
      if (codePoint > 0xffff) index++;
    }
  }
  return quarters;
}

/** Quarter tokens to whole tokens, rounded up. */
function toTokens(quarters: number): number {
  return Math.ceil(quarters / QUARTERS_PER_TOKEN);
}

/** The tokens of a text before rounding. */
export function weighPlainly(text: string): number {
  return weighText(text) / QUARTERS_PER_TOKEN;
}

/** The estimated tokens of a text, a whole number. Meant to err high; an empty text has none. */
export function estimateText(text: string): number {
  return toTokens(weighText(text));
}
