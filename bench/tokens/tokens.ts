/**
 * How far estimates are from what seven tokenizers really count: on languages that the tables were fitted to and on others, on
 * dense and on mixed text, before and after an anchoring answer; how fast they are, and what loading a tokenizer costs.
 * Prints Markdown; the cells go to `bench/results/tokens.json`. Ends with status 1 when an aim is missed.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  anchorScale,
  createEstimator,
  type Estimator,
  estimateText,
  type ProfileName,
  unmeasuredExtra,
} from "#lib/context/index.ts";
import { loadTokenizer, TOKENIZER_PROFILES, type TokenCounter, type TokenizerProfile } from "#lib/models/index.ts";
import { importPeer, peerVersion } from "../managers/import-peer.ts";
import { median, quantile } from "../quantile.ts";
import { FITTED, LATIN, UNSEEN } from "./languages.ts";
import { diskUse, heading, percent, printTable } from "./print.ts";
import { makeDense, readLanguage, withBlock } from "./texts.ts";

const SEED = 7;
const FAMILIES = TOKENIZER_PROFILES.filter((name) => name !== "unknown");
const MIXED = ["eng", "rus", "cmn_hans", "arb", "hin", "kat", "vie", "amh"];
/** An answer over so many tokens is what the next size is anchored on. */
const ANCHOR_TOKENS = 12_000;
/** Texts are repeated up to so many characters: shorter ones would be counted almost whole, and say nothing of samples. */
const TEXT_LENGTH = 60_000;

type Kind = "fitted, Latin" | "fitted, other" | "unseen, Latin" | "unseen, other" | "dense" | "mixed";

interface Text {
  kind: Kind;
  name: string;
  text: string;
}

interface Family {
  profile: TokenizerProfile & ProfileName;
  count: TokenCounter;
  table: Estimator;
  sampled: Estimator;
}

interface Cell {
  kind: Kind;
  name: string;
  profile: string;
  method: string;
  /** Estimate ÷ count − 1. */
  error: number;
}

const { estimateTokenCount } = await importPeer<{ estimateTokenCount(text: string): number }>("tokenx");
const misses: string[] = [];
const families: Family[] = [];
heading("Loading a tokenizer");
await loadFamilies();
const texts = await readTexts();
const cells = texts.flatMap((text) => families.flatMap((family) => measure(text, family)));
printErrors();
printAnchored();
printSpeed();
await mkdir("bench/results", { recursive: true });
await writeFile("bench/results/tokens.json", JSON.stringify(cells));
process.stdout.write(
  misses.length > 0 ? `\nMissed:\n${misses.map((miss) => `- ${miss}\n`).join("")}` : "\nAll aims met.\n",
);
process.exitCode = misses.length > 0 ? 1 : 0;

function aim(isMet: boolean, what: string): void {
  if (!isMet) misses.push(what);
}

async function loadFamilies(): Promise<void> {
  const rows: string[][] = [];
  for (const profile of FAMILIES) {
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const from = performance.now();
    const count = await loadTokenizer(profile);
    const took = performance.now() - from;
    delays.disable();
    if (!count) throw new Error(`the tokenizer of ${profile} is not installed`);
    const held = delays.max / 1e6;
    aim(held < 100, `loading ${profile} held the event loop for ${held.toFixed(0)} ms`);
    const table = createEstimator(profile);
    families.push({ profile, count, table, sampled: createEstimator(profile, { tokenizer: count }) });
    rows.push([profile, took.toFixed(0), held.toFixed(0), await diskUse(profile)]);
  }
  printTable(["family", "ms", "longest hold of the event loop, ms", "package on disk"], rows);
}

async function readTexts(): Promise<Text[]> {
  const read = async (code: string, kind: Kind): Promise<Text> => {
    const text = await readLanguage(code);
    if (!text) throw new Error(`there is no text of ${code}`);
    return { kind, name: code, text };
  };
  const script = (code: string) => (LATIN.has(code) ? "Latin" : "other");
  const fitted = FITTED.map((code) => read(code, `fitted, ${script(code)}`));
  const unseen = UNSEEN.map((code) => read(code, `unseen, ${script(code)}`));
  const dense = makeDense(SEED);
  const mixed = MIXED.map(async (code): Promise<Text> => {
    const { text } = await read(code, "mixed");
    return { kind: "mixed", name: `${code} with base64`, text: withBlock(text, dense.base64 ?? "") };
  });
  const denseTexts = Object.entries(dense).map(([name, text]): Text => ({ kind: "dense", name, text }));
  return [...(await Promise.all([...fitted, ...unseen])), ...denseTexts, ...(await Promise.all(mixed))];
}

function measure({ kind, name, ...short }: Text, { profile, count, table, sampled }: Family): Cell[] {
  const text = fill(short.text, TEXT_LENGTH);
  const counted = count(text);
  const methods = {
    "characters ÷ 4": text.length / 4,
    [`tokenx ${peerVersion("tokenx")}`]: estimateTokenCount(text),
    "plain rule": estimateText(text),
    "our table": table.text(text),
    "our table, sampled": sampled.text(text),
  };
  return Object.entries(methods).map(([method, tokens]) => ({
    ...{ kind, name, profile, method },
    error: tokens / counted - 1,
  }));
}

function printErrors(): void {
  const methods = [...new Set(cells.map(({ method }) => method))];
  const kinds = [...new Set(cells.map(({ kind }) => kind))];
  for (const kind of kinds) {
    const names = new Set(cells.filter((cell) => cell.kind === kind).map(({ name }) => name));
    heading(`${kind}: ${names.size} texts × ${FAMILIES.length} tokenizers`);
    printTable(
      ["method", "lowest", "under −5 %", "median of the amounts", "highest"],
      methods.map((method) => {
        const errors = cells.filter((cell) => cell.kind === kind && cell.method === method).map(({ error }) => error);
        const low = errors.filter((error) => error < -0.05).length;
        const amounts = errors.map(Math.abs);
        return [
          method,
          percent(Math.min(...errors)),
          `${low} of ${errors.length}`,
          percent(median(amounts)),
          percent(Math.max(...errors)),
        ];
      }),
    );
  }
  const of = (method: string, wanted: (kind: Kind) => boolean) =>
    cells.filter((cell) => cell.method === method && wanted(cell.kind));
  const sampled = of("our table, sampled", (kind) => kind.includes("fitted") || kind.includes("unseen"));
  for (const { name, profile, error } of sampled) {
    aim(error >= -0.03 && error <= 0.1, `sampled, ${name} by ${profile}: ${percent(error)}`);
  }
  aim(median(sampled.map(({ error }) => Math.abs(error))) <= 0.04, "sampled: the median is over 4 %");
  for (const kind of ["dense", "mixed"]) {
    for (const method of ["our table", "our table, sampled"]) {
      for (const { name, profile, error } of of(method, (each) => each === kind)) {
        aim(error >= -0.05, `${method}, ${name} by ${profile}: ${percent(error)}`);
      }
    }
  }
  for (const { name, profile, error } of of("our table", (kind) => kind.includes("other"))) {
    aim(error >= -0.05, `table alone, ${name} by ${profile}: ${percent(error)}`);
  }
}

/** After an answer about one text, a request that holds three times as much: of the same text's kind, or of another. */
function printAnchored(): void {
  heading(`After one answer over ${ANCHOR_TOKENS} tokens, by the sampled table: a request three times as long`);
  const languages = texts.filter(({ kind }) => kind !== "mixed");
  const rows: string[][] = [];
  for (const family of families) {
    const same: number[] = [];
    const other: number[] = [];
    for (const [at, { text, name }] of languages.entries()) {
      const first = repeat(text, ANCHOR_TOKENS / family.count(text), 0);
      const again = repeat(text, (2 * ANCHOR_TOKENS) / family.count(text), 0.5);
      const error = anchoredError(family, first, again, true);
      same.push(error);
      aim(Math.abs(error) <= 0.03, `anchored, ${name} by ${family.profile}: ${percent(error)}`);
      const stranger = languages[(at * 37 + 11) % languages.length] as Text;
      const strange = repeat(stranger.text, (2 * ANCHOR_TOKENS) / family.count(stranger.text), 0);
      const far = anchoredError(family, first, strange, false);
      other.push(far);
      aim(far >= -0.05, `anchored on ${name}, ${stranger.name} by ${family.profile}: ${percent(far)}`);
    }
    rows.push([
      family.profile,
      ...[same, other].flatMap((errors) => [percent(Math.min(...errors)), percent(Math.max(...errors))]),
    ]);
  }
  printTable(["family", "same kind, lowest", "highest", "another kind, lowest", "highest"], rows);
}

function repeat(text: string, times: number, from: number): string {
  const start = Math.floor(text.length * from);
  const turned = text.slice(start) + text.slice(0, start);
  return turned.repeat(Math.ceil(times)).slice(0, Math.ceil(times * text.length));
}

function anchoredError({ count, sampled }: Family, first: string, more: string, sameKind: boolean): number {
  const measured = count(first);
  const { offset, factor } = anchorScale({ last: { measured, estimate: sampled.text(first) } });
  const estimate = sampled.text(more);
  const extra = unmeasuredExtra({ estimate, factor });
  const size = offset + factor * (sampled.text(first) + estimate) + (sameKind ? 0 : extra);
  return size / (measured + count(more)) - 1;
}

function printSpeed(): void {
  heading("Speed on one core, million characters a second (median over the languages; slowest tenth)");
  const lengths = [1_000, 100_000, 1_000_000];
  const rows: string[][] = [];
  const plain = lengths.map((length) => speedOf(estimateText, length));
  rows.push(["plain rule", ...plain.map(show)]);
  const peer = [1_000, 100_000].map((length) => speedOf(estimateTokenCount, length));
  rows.push([`tokenx ${peerVersion("tokenx")}`, ...peer.map(show), "–"]);
  for (const { profile, table, sampled } of families) {
    const tables = lengths.map((length) => speedOf(table.text, length));
    const samples = lengths.map((length) => speedOf(sampled.text, length));
    rows.push([`${profile}, table`, ...tables.map(show)], [`${profile}, sampled`, ...samples.map(show)]);
    for (const at of [1, 2])
      aim((tables[at]?.middle ?? 0) >= 200, `the table of ${profile} is slower than 200 at ${lengths[at]}`);
    aim((samples[1]?.middle ?? 0) >= 40, `samples of ${profile} are slower than 40 at 100,000`);
    aim((samples[2]?.middle ?? 0) >= 100, `samples of ${profile} are slower than 100 at 1,000,000`);
  }
  printTable(["method", ...lengths.map((length) => length.toLocaleString("en"))], rows);
  printRuns();
}

interface Speed {
  middle: number;
  slow: number;
}

function show({ middle, slow }: Speed): string {
  return `${middle.toFixed(0)}; ${slow.toFixed(0)}`;
}

/** Every text is new when it is timed, but its language is not: half of each declaration warms up, the other half is measured. */
function speedOf(count: (text: string) => number, length: number): Speed {
  const languages = texts.filter(({ kind }) => kind !== "dense" && kind !== "mixed");
  const speeds = languages.slice(0, length > 500_000 ? 24 : undefined).map(({ text }) => {
    const middle = Math.floor(text.length / 2);
    const warm = fill(text.slice(0, middle), length);
    const fresh = fill(text.slice(middle), length);
    for (let round = 0; round < 3; round++) count(warm.slice(round));
    const from = performance.now();
    count(fresh);
    return length / (performance.now() - from) / 1_000;
  });
  return { middle: median(speeds), slow: quantile(speeds, 0.1) };
}

function fill(text: string, length: number): string {
  // Through bytes, so that the text is one flat string when it is counted.
  return Buffer.from(text.repeat(Math.ceil(length / text.length)).slice(0, length)).toString();
}

/** Unbroken runs, on which byte-pair counting of the whole would be quadratic. */
function printRuns(): void {
  heading("Unbroken runs: milliseconds for 0.5 and for 2 million characters, sampled, slowest family");
  const dense = makeDense(SEED).base64 ?? "";
  const runs = { "one letter": "a", "one Han character": "漢", "one underscore": "_", base64: dense, Thai: "กขคงจฉช" };
  const rows = Object.entries(runs).map(([name, piece]) => {
    const times = [500_000, 2_000_000].map((length) => {
      const text = fill(piece, length);
      return Math.max(
        ...families.map(({ sampled }) => {
          const from = performance.now();
          sampled.text(text);
          return performance.now() - from;
        }),
      );
    });
    aim((times[1] ?? 0) < 50, `${name}: 2 million characters take ${times[1]?.toFixed(0)} ms`);
    return [name, ...times.map((time) => time.toFixed(1))];
  });
  printTable(["run", "0.5 million", "2 million"], rows);
}
