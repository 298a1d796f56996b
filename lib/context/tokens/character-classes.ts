/**
 * The classes that a token table tells apart: scripts, because tokenizers know some far better than others, and the kinds of
 * ASCII whose alternation makes a text dense (base64, hex, code). A class belongs to a UTF-16 unit, so that a text is classified
 * by one table look-up per unit; astral characters are recognized by their first unit.
 */
export const CHARACTER_CLASSES = [
  // ASCII
  ...["lower", "upper", "digit", "space", "newline", "control", "mark", "bracket", "symbol"],
  // Latin beyond ASCII: Western marks, other marks, stacked marks (Vietnamese), phonetic letters, loose accents
  ...["latin-1", "latin-extended", "latin-additional", "phonetic", "accent", "punctuation", "sign"],
  ...["cyrillic", "cyrillic-extended", "greek", "greek-extended", "hebrew", "arabic", "arabic-extended"],
  ...["devanagari", "bengali", "gurmukhi", "gujarati", "oriya", "tamil", "telugu", "kannada", "malayalam", "sinhala"],
  ...["thai", "lao", "tibetan", "burmese", "khmer", "georgian", "armenian", "ethiopic", "mongolian", "syllabics"],
  ...["kana", "han", "hangul", "cjk-symbol", "rare-han", "emoji", "pictograph", "astral", "trail", "other"],
] as const;

export type CharacterClass = (typeof CHARACTER_CLASSES)[number];

/** So many bits hold a class. */
export const CLASS_BITS = 6;

type Range = readonly [first: number, last: number, name: string];

/** Later ranges overrule earlier ones. What no range names is `other`. */
const RANGES: readonly Range[] = [
  [0x0000, 0x001f, "control"],
  [0x0009, 0x0009, "space"],
  [0x000a, 0x000d, "newline"],
  [0x0020, 0x0020, "space"],
  [0x0021, 0x007e, "symbol"],
  [0x0030, 0x0039, "digit"],
  [0x0041, 0x005a, "upper"],
  [0x0061, 0x007a, "lower"],
  [0x007f, 0x009f, "control"],
  [0x00a0, 0x00bf, "sign"],
  [0x00c0, 0x00ff, "latin-1"],
  [0x0100, 0x024f, "latin-extended"],
  [0x0250, 0x02ff, "phonetic"],
  [0x0300, 0x036f, "accent"],
  [0x0370, 0x03ff, "greek"],
  [0x0400, 0x052f, "cyrillic-extended"],
  [0x0410, 0x044f, "cyrillic"],
  [0x0530, 0x058f, "armenian"],
  [0x0590, 0x05ff, "hebrew"],
  [0x0600, 0x06ff, "arabic-extended"],
  [0x060c, 0x060c, "arabic"],
  [0x061b, 0x061f, "arabic"],
  [0x0621, 0x0652, "arabic"],
  [0x0660, 0x0669, "arabic"],
  [0x0750, 0x077f, "arabic-extended"],
  [0x0870, 0x08ff, "arabic-extended"],
  [0x0900, 0x097f, "devanagari"],
  [0x0980, 0x09ff, "bengali"],
  [0x0a00, 0x0a7f, "gurmukhi"],
  [0x0a80, 0x0aff, "gujarati"],
  [0x0b00, 0x0b7f, "oriya"],
  [0x0b80, 0x0bff, "tamil"],
  [0x0c00, 0x0c7f, "telugu"],
  [0x0c80, 0x0cff, "kannada"],
  [0x0d00, 0x0d7f, "malayalam"],
  [0x0d80, 0x0dff, "sinhala"],
  [0x0e00, 0x0e7f, "thai"],
  [0x0e80, 0x0eff, "lao"],
  [0x0f00, 0x0fff, "tibetan"],
  [0x1000, 0x109f, "burmese"],
  [0x10a0, 0x10ff, "georgian"],
  [0x1100, 0x11ff, "hangul"],
  [0x1200, 0x139f, "ethiopic"],
  [0x1400, 0x167f, "syllabics"],
  [0x1780, 0x17ff, "khmer"],
  [0x1800, 0x18af, "mongolian"],
  [0x19e0, 0x19ff, "khmer"],
  [0x1c80, 0x1c8f, "cyrillic-extended"],
  [0x1c90, 0x1cbf, "georgian"],
  [0x1d00, 0x1dbf, "phonetic"],
  [0x1dc0, 0x1dff, "accent"],
  [0x1e00, 0x1eff, "latin-additional"],
  [0x1f00, 0x1fff, "greek-extended"],
  [0x2000, 0x206f, "punctuation"],
  [0x2070, 0x25ff, "sign"],
  [0x2600, 0x27bf, "pictograph"],
  [0x27c0, 0x2bff, "sign"],
  [0x2c60, 0x2c7f, "latin-additional"],
  [0x2d00, 0x2d2f, "georgian"],
  [0x2d80, 0x2ddf, "ethiopic"],
  [0x2de0, 0x2dff, "cyrillic-extended"],
  [0x2e80, 0x2fff, "cjk-symbol"],
  [0x3000, 0x303f, "cjk-symbol"],
  [0x3040, 0x30ff, "kana"],
  [0x3100, 0x312f, "cjk-symbol"],
  [0x3130, 0x318f, "hangul"],
  [0x3190, 0x31ef, "cjk-symbol"],
  [0x31f0, 0x31ff, "kana"],
  [0x3200, 0x33ff, "cjk-symbol"],
  [0x3400, 0x4dbf, "rare-han"],
  [0x4e00, 0x9fff, "han"],
  [0xa640, 0xa69f, "cyrillic-extended"],
  [0xa720, 0xa7ff, "latin-additional"],
  [0xa8e0, 0xa8ff, "devanagari"],
  [0xa960, 0xa97f, "hangul"],
  [0xa9e0, 0xa9ff, "burmese"],
  [0xaa60, 0xaa7f, "burmese"],
  [0xab00, 0xab2f, "ethiopic"],
  [0xab30, 0xab6f, "phonetic"],
  [0xac00, 0xd7ff, "hangul"],
  // A pair's first unit says which plane it opens; its second unit costs nothing more. Alone, either is three bytes.
  [0xd800, 0xdbff, "astral"],
  [0xd83c, 0xd83e, "emoji"],
  [0xd840, 0xd8bf, "rare-han"],
  [0xdc00, 0xdfff, "trail"],
  [0xf900, 0xfaff, "rare-han"],
  [0xfb00, 0xfb06, "latin-additional"],
  [0xfb13, 0xfb17, "armenian"],
  [0xfb1d, 0xfb4f, "hebrew"],
  [0xfb50, 0xfdff, "arabic-extended"],
  [0xfe00, 0xfe0f, "pictograph"],
  [0xfe10, 0xfe6f, "cjk-symbol"],
  [0xfe70, 0xfefe, "arabic-extended"],
  [0xff00, 0xffef, "cjk-symbol"],
];

const MARKS = ".,;:!?'\"-_";
const BRACKETS = "()[]{}<>";

/** The class number of every UTF-16 unit. */
export const CLASS_OF_UNIT: Uint8Array = tabulate();

export function classNumber(name: string): number {
  const number = (CHARACTER_CLASSES as readonly string[]).indexOf(name);
  if (number === -1) throw new RangeError(`no such class: ${name}`);
  return number;
}

function tabulate(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(classNumber("other"));
  for (const [first, last, name] of RANGES) table.fill(classNumber(name), first, last + 1);
  for (const unit of MARKS) table[unit.charCodeAt(0)] = classNumber("mark");
  for (const unit of BRACKETS) table[unit.charCodeAt(0)] = classNumber("bracket");
  return table;
}
