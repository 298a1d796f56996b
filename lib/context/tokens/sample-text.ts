import { CLASS_OF_UNIT } from "./character-classes.ts";
import { ASCII_CLASSES, type TokenTable, weighUnits } from "./token-table.ts";

/** UTF-16 units of a block, of which some are counted by a tokenizer. */
const BLOCK_UNITS = 128;
/** So many blocks of a long text are counted. More cost time and gain little; see `npm run bench:tokens`. */
const SAMPLED_BLOCKS = 84;
/** And one more for so many units. */
const UNITS_PER_BLOCK = 16_384;
/** Units of a block that are looked at to tell its kind. */
const PROBES = 8;
/** ASCII is of one kind up to so many tokens per unit: runs of spaces, prose, capitals, code, base64. */
const DENSITIES = [0.1, 0.18, 0.26, 0.36, 0.5, Number.POSITIVE_INFINITY];
const KINDS = 64;
/** What is counted is multiplied by this: samples miss the whole by as much in either direction, and too low is worse. */
const MARGIN = 1.015;
const GOLDEN = 0.618034;

/** Tokens of a piece of text by the tokenizer of the model; must not throw. */
export type TokenCounter = (piece: string) => number;

/**
 * Tokens of a text, not rounded: the table's value of the whole, corrected kind by kind by what a tokenizer says of a few blocks.
 * Blocks are taken from each script and from dense text by its share, spread evenly, so prose with a picture in base64 in the
 * middle is judged by both. Short texts are counted whole, block by block.
 */
export function sampleText(text: string, table: TokenTable, count: TokenCounter): number {
  if (text.length <= SAMPLED_BLOCKS * BLOCK_UNITS) return countBlocks(text, count);
  const weights = new Float64Array(Math.ceil(text.length / BLOCK_UNITS));
  const kinds = new Uint8Array(weights.length);
  const weightOfKind = new Float64Array(KINDS);
  let total = 0;
  for (let block = 0; block < weights.length; block++) {
    const from = block * BLOCK_UNITS;
    const to = Math.min(text.length, from + BLOCK_UNITS);
    const weight = weighUnits(text, table, from, to);
    const kind = kindOf(text, from, to, weight);
    weights[block] = weight;
    kinds[block] = kind;
    weightOfKind[kind] = (weightOfKind[kind] as number) + weight;
    total += weight;
  }
  const most = SAMPLED_BLOCKS + text.length / UNITS_PER_BLOCK;
  let tokens = 0;
  for (let kind = 0; kind < KINDS; kind++) {
    const weight = weightOfKind[kind] as number;
    if (weight === 0) continue;
    const sampled = Math.max(1, Math.round((most * weight) / total));
    tokens += weight * measureKind({ text, count, weights, kinds, kind, weight, sampled });
  }
  return tokens * MARGIN;
}

interface Kind {
  text: string;
  count: TokenCounter;
  weights: Float64Array;
  kinds: Uint8Array;
  kind: number;
  /** Of all blocks of the kind. */
  weight: number;
  sampled: number;
}

/** Counted ÷ table value, over blocks of a kind that lie evenly in its weight. */
function measureKind({ text, count, weights, kinds, kind, weight, sampled }: Kind): number {
  let passed = 0;
  let taken = 0;
  let next = placeOf(0);
  let counted = 0;
  let weighed = 0;
  for (let block = 0; block < weights.length && taken < sampled; block++) {
    if (kinds[block] !== kind) continue;
    passed += ((weights[block] as number) * sampled) / weight;
    if (passed < next) continue;
    while (taken < sampled && passed >= next) next = placeOf(++taken);
    const from = block * BLOCK_UNITS;
    counted += count(text.slice(from, from + BLOCK_UNITS));
    weighed += weights[block] as number;
  }
  return weighed > 0 ? counted / weighed : 1;
}

/** Where in its equal share a sample lies: never the same place, so that a text that repeats is not always met at one spot. */
function placeOf(sample: number): number {
  return sample + ((0.5 + sample * GOLDEN) % 1);
}

/** The script of the probes where some are none of ASCII, else how dense it is. */
function kindOf(text: string, from: number, to: number, weight: number): number {
  const step = (to - from) / PROBES;
  let kind = 0;
  let foreign = 0;
  for (let probe = 0; probe < PROBES; probe++) {
    const current = CLASS_OF_UNIT[text.charCodeAt(from + Math.floor(probe * step))] as number;
    if (current < ASCII_CLASSES) continue;
    foreign++;
    kind = current;
  }
  if (foreign >= PROBES / 4) return kind;
  return DENSITIES.findIndex((density) => weight <= density * (to - from));
}

function countBlocks(text: string, count: TokenCounter): number {
  let tokens = 0;
  for (let from = 0; from < text.length; ) {
    const end = findEnd(text, from);
    tokens += count(text.slice(from, end));
    from = end;
  }
  return tokens;
}

/** Before a space if there is one late in the block: no tokenizer joins across it. Never inside a surrogate pair. */
function findEnd(text: string, from: number): number {
  const end = from + BLOCK_UNITS;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(" ", end);
  if (space > from + BLOCK_UNITS / 2) return space;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}
