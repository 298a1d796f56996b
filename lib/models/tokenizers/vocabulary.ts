import type { MergeTable } from "./merge-table.ts";

/** A byte-pair vocabulary as a family's package tells it. */
export interface Vocabulary {
  /** Finds the words of a text; nothing is joined across them. Source of a regular expression with the flags `ug`. */
  pattern: string;
  /** Every token, by rank, as its bytes: one character per byte. Two neighbouring pieces of a word are joined when what they make is a token, the one of the lowest rank first. */
  tokens: string[];
  /** Only these characters have tokens; any other one is as many tokens as it has bytes. Undefined: every byte is a token. */
  characters?: string;
}

/** A vocabulary in the form that counts fast. */
export interface LoadedVocabulary extends Omit<Vocabulary, "tokens"> {
  table: MergeTable;
  /** Tokens that joining never leads to: where such a word stands alone, it is one token nevertheless. */
  wholeWords: string[];
}
