/**
 * Fits the token tables of `lib/context/tokens/profiles.json` to what the families' tokenizers really count, and writes them.
 * Data: the languages of `FITTED` and dense text. The fit prefers too high: a text that comes out too low weighs thirty times as
 * much as one that comes out too high, and afterwards every script but Latin is lifted until no fitted text of it is too low.
 * Run it again when a tokenizer or a class changes, and raise VERSION: stored estimates of another version are counted anew.
 */
import { writeFile } from "node:fs/promises";
import { CHARACTER_CLASSES, CLASS_OF_UNIT } from "#lib/context/tokens/character-classes.ts";
import { ASCII_CLASSES, makeTable, type TableWeights, weighUnits } from "#lib/context/tokens/token-table.ts";
import { loadTokenizer, TOKENIZER_PROFILES } from "#lib/models/index.ts";
import { FITTED, LATIN } from "./languages.ts";
import { makeDense, readLanguage, withBlock } from "./texts.ts";

const VERSION = 1;
const FILE = new URL("../../lib/context/tokens/profiles.json", import.meta.url);
const SEED = 1;
/** Of these there is also a text in capitals. */
const LOUD = ["eng", "deu_1996", "ind", "swh", "fin"];
const TOO_LOW = 30;
/** Aimed at: a little too high. */
const MARGIN = 0.02;
/** Every script but Latin is at least so much too high on every text that was fitted: its other languages may be dearer. */
const SCRIPT_MARGIN = 0.06;
/** How strongly a weight is held at its beginning where the data say little. */
const PRIOR = 2e-2;
const ROUNDS = 6_000;
const RATE = 0.02;
/** No tokenizer needs more for what no class names: a character outside the basic plane is two units and four bytes. */
const OTHER = 3;

interface Sample {
  name: string;
  features: Float64Array;
  text: string;
  weight: number;
  latin: boolean;
}

const parameters = listParameters();
const samples = await readSamples();
const profiles: Record<string, { version: number } & TableWeights> = {};
for (const profile of TOKENIZER_PROFILES) {
  const count = await loadTokenizer(profile);
  if (!count) {
    if (profile !== "unknown") throw new Error(`the tokenizer of ${profile} is not installed`);
    continue;
  }
  const counts = samples.map(({ text }) => count(text));
  const weights = toWeights(solve(counts));
  liftScripts(weights, counts);
  profiles[profile] = { version: VERSION, ...round(weights) };
  process.stdout.write(`${profile}: fitted\n`);
}
profiles.unknown = { version: VERSION, ...highest(Object.values(profiles)) };
await writeFile(FILE, `${JSON.stringify(profiles, null, 1)}\n`);

async function readSamples(): Promise<Sample[]> {
  const list: Sample[] = [];
  const add = (name: string, text: string, weight: number, latin: boolean) =>
    list.push({ name, text, weight, latin, features: featuresOf(text) });
  const dense = makeDense(SEED);
  for (const code of FITTED) {
    const text = await readLanguage(code);
    if (!text) throw new Error(`there is no text of ${code}`);
    add(code, text, 1, LATIN.has(code));
  }
  for (const [name, text] of Object.entries(dense)) add(name, text, 2, true);
  for (const code of LOUD) add(`${code} in capitals`, ((await readLanguage(code)) ?? "").toUpperCase(), 1, true);
  const prose = (await readLanguage("eng")) ?? "";
  add("English with base64", withBlock(prose, dense.base64 ?? ""), 1, true);
  return list;
}

/** Where the weight of a unit after another one is kept: the fit knows parameters, the table knows pairs. */
function listParameters() {
  const size = CHARACTER_CLASSES.length;
  const ascii = (previous: number, current: number) => previous * ASCII_CLASSES + current;
  const after = (current: number) => ASCII_CLASSES ** 2 + current;
  const inside = (current: number) => ASCII_CLASSES ** 2 + current;
  const enter = (current: number) => ASCII_CLASSES ** 2 + size + current - ASCII_CLASSES;
  return { ascii, after, inside, enter, count: ASCII_CLASSES ** 2 + 2 * size - ASCII_CLASSES };
}

function parameterOf(previous: number, current: number): number {
  if (current >= ASCII_CLASSES) return previous === current ? parameters.inside(current) : parameters.enter(current);
  return previous < ASCII_CLASSES ? parameters.ascii(previous, current) : parameters.after(current);
}

function featuresOf(text: string): Float64Array {
  const features = new Float64Array(parameters.count);
  let previous: number = CHARACTER_CLASSES.length;
  for (let index = 0; index < text.length; index++) {
    const current = CLASS_OF_UNIT[text.charCodeAt(index)] as number;
    const at = parameterOf(previous, current);
    features[at] = (features[at] as number) + 1;
    previous = current;
  }
  return features;
}

/** What is assumed of a pair before any data: a quarter of a token within a word, most of one where the kind changes. */
function beginning(): Float64Array {
  const start = new Float64Array(parameters.count).fill(0.5);
  const names = CHARACTER_CLASSES;
  for (let previous = 0; previous < ASCII_CLASSES; previous++) {
    for (let current = 0; current < ASCII_CLASSES; current++) {
      const isWord = names[previous] === "lower" && names[current] === "lower";
      const isSpace = names[current] === "space";
      const same = previous === current ? 0.35 : 0.7;
      start[parameters.ascii(previous, current)] = isWord ? 0.2 : isSpace ? 0.05 : same;
    }
  }
  return start;
}

/** Adam on the squared relative errors, lopsided. No weight falls below a two-hundredth of a token. */
function solve(counts: number[]): Float64Array {
  const start = beginning();
  const weights = start.slice();
  const first = new Float64Array(weights.length);
  const second = new Float64Array(weights.length);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(weights, start, counts);
    for (let index = 0; index < weights.length; index++) {
      const slope = gradient[index] as number;
      first[index] = 0.9 * (first[index] as number) + 0.1 * slope;
      second[index] = 0.999 * (second[index] as number) + 0.001 * slope * slope;
      const rate = RATE * Math.min(1, (2 * (ROUNDS - round)) / ROUNDS);
      const step =
        (first[index] as number) /
        (1 - 0.9 ** round) /
        (Math.sqrt((second[index] as number) / (1 - 0.999 ** round)) + 1e-9);
      weights[index] = Math.min(3, Math.max(0.005, (weights[index] as number) - rate * step));
    }
  }
  return weights;
}

function gradientOf(weights: Float64Array, start: Float64Array, counts: number[]): Float64Array {
  const gradient = new Float64Array(weights.length);
  for (const [at, { features, weight }] of samples.entries()) {
    const count = counts[at] as number;
    let estimate = 0;
    for (let index = 0; index < features.length; index++)
      estimate += (features[index] as number) * (weights[index] as number);
    const error = estimate / count - 1 - MARGIN;
    const push = 2 * weight * error * (error < 0 ? TOO_LOW : 1);
    for (let index = 0; index < features.length; index++)
      gradient[index] = (gradient[index] as number) + (push * (features[index] as number)) / count;
  }
  for (let index = 0; index < weights.length; index++) {
    gradient[index] = (gradient[index] as number) + 2 * PRIOR * ((weights[index] as number) - (start[index] as number));
  }
  return gradient;
}

interface Weights {
  ascii: number[][];
  asciiAfter: number[];
  inside: Record<string, number>;
  enter: Record<string, number>;
}

function toWeights(weights: Float64Array): Weights {
  const ascii = Array.from({ length: ASCII_CLASSES }, (_, previous) =>
    Array.from({ length: ASCII_CLASSES }, (_, current) => weights[parameters.ascii(previous, current)] as number),
  );
  const asciiAfter = Array.from(
    { length: ASCII_CLASSES },
    (_, current) => weights[parameters.after(current)] as number,
  );
  const inside: Record<string, number> = {};
  const enter: Record<string, number> = {};
  for (const [number, name] of CHARACTER_CLASSES.entries()) {
    if (number < ASCII_CLASSES) continue;
    inside[name] = weights[parameters.inside(number)] as number;
    enter[name] = weights[parameters.enter(number)] as number;
  }
  const indic = ["bengali", "gurmukhi", "gujarati", "tamil", "telugu", "kannada", "malayalam", "sinhala"];
  // No text of these: as the dearest of their neighbours, or as bytes.
  for (const part of [inside, enter]) {
    part.oriya = Math.max(...indic.map((name) => part[name] ?? 0));
    for (const name of ["mongolian", "other"]) part[name] = OTHER;
    part.astral = 4;
  }
  return { ascii, asciiAfter, inside, enter };
}

/** Lifts what is not ASCII until no fitted text in another script than Latin is too low. */
function liftScripts(weights: Weights, counts: number[]): void {
  for (const [at, { text, latin }] of samples.entries()) {
    if (latin) continue;
    const shares = scriptShares(text);
    const script = [...shares].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
    const wanted = (counts[at] as number) * (1 + SCRIPT_MARGIN);
    for (let tries = 0; tries < 50; tries++) {
      if (weighUnits(text, makeTable(weights)) >= wanted) break;
      for (const name of neighboursOf(script)) {
        weights.inside[name] = (weights.inside[name] ?? 0) * 1.02;
        weights.enter[name] = (weights.enter[name] ?? 0) * 1.02;
      }
    }
  }
}

/** Letters that only some languages of a script have are lifted with the others. */
function neighboursOf(script: string): string[] {
  const family = script.replace("-extended", "");
  return CHARACTER_CLASSES.filter((name) => name === family || name === `${family}-extended`);
}

function scriptShares(text: string): Map<string, number> {
  const shares = new Map<string, number>();
  for (let index = 0; index < text.length; index++) {
    const current = CLASS_OF_UNIT[text.charCodeAt(index)] as number;
    const name = CHARACTER_CLASSES[current] ?? "";
    if (current >= ASCII_CLASSES) shares.set(name, (shares.get(name) ?? 0) + 1);
  }
  return shares;
}

function short(value: number): number {
  return Math.ceil(value * 1_000) / 1_000;
}

function round({ ascii, asciiAfter, inside, enter }: Weights): Weights {
  const all = (part: Record<string, number>) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, short(value)]));
  return {
    ascii: ascii.map((row) => row.map(short)),
    asciiAfter: asciiAfter.map(short),
    inside: all(inside),
    enter: all(enter),
  };
}

/** For a model whose tokenizer nobody knows: as dear as the dearest family, pair by pair. */
function highest(tables: TableWeights[]): Weights {
  const first = tables[0] as TableWeights;
  const most = (read: (table: TableWeights) => number | undefined) =>
    Math.max(...tables.map((table) => read(table) ?? 0));
  const all = (part: "inside" | "enter") =>
    Object.fromEntries(Object.keys(first[part]).map((name) => [name, most((table) => table[part][name])]));
  return {
    ascii: first.ascii.map((row, previous) =>
      row.map((_, current) => most((table) => table.ascii[previous]?.[current])),
    ),
    asciiAfter: first.asciiAfter.map((_, current) => most((table) => table.asciiAfter[current])),
    inside: all("inside"),
    enter: all("enter"),
  };
}
