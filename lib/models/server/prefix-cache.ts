import { createBoundedMap } from "./bounded-map.ts";
import { countTokens, hashText } from "./count-tokens.ts";
import type { MeasuredItem } from "./measure-items.ts";

const MINIMUM_TOKENS = 1024;
const STEP_TOKENS = 128;
const PREFIXES_KEPT = 200_000;
const CHARACTERS_KEPT = 64_000_000;
const SIBLINGS_KEPT = 8;

export interface PrefixCache {
  /** Tokens that the request shares with an earlier one from its beginning: 0 below 1,024, else in steps of 128. */
  match(model: string, items: MeasuredItem[]): number;
  add(model: string, items: MeasuredItem[]): void;
  clear(): void;
}

/**
 * The longest common prefix with any earlier request to the same model: whole items by the hash of everything up to them, then
 * the common beginning of the first item that differs. Bounded: the prefixes used longest ago are forgotten.
 */
export function createPrefixCache(): PrefixCache {
  const prefixes = createBoundedMap<true>(PREFIXES_KEPT);
  /** Texts that followed a prefix. */
  const followers = createBoundedMap<string[]>(CHARACTERS_KEPT, (texts) =>
    texts.reduce((sum, text) => sum + text.length, 1),
  );

  return {
    match(model, items) {
      let tokens = 0;
      let prefix = model;
      for (const item of items) {
        const longer = hashText(prefix + item.hash);
        if (!prefixes.get(longer)) return roundDown(tokens + sharedTokens(item, followers.get(prefix) ?? []));
        tokens += item.tokens;
        prefix = longer;
      }
      return roundDown(tokens);
    },
    add(model, items) {
      let prefix = model;
      for (const item of items) {
        const known = followers.get(prefix) ?? [];
        if (!known.includes(item.text)) followers.set(prefix, [item.text, ...known].slice(0, SIBLINGS_KEPT));
        prefix = hashText(prefix + item.hash);
        prefixes.set(prefix, true);
      }
    },
    clear() {
      prefixes.clear();
      followers.clear();
    },
  };
}

function sharedTokens(item: MeasuredItem, others: string[]): number {
  const shared = Math.max(0, ...others.map((other) => commonLength(item.text, other)));
  return Math.min(item.tokens, countTokens(item.text.slice(0, shared)));
}

function commonLength(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let length = 0;
  while (length < end && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}

function roundDown(tokens: number): number {
  return tokens < MINIMUM_TOKENS ? 0 : tokens - (tokens % STEP_TOKENS);
}
