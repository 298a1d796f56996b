/** Families of models that share a tokenizer. `unknown` is no family: a table that is cautious for all of them. */
export const TOKENIZER_PROFILES = [
  "o200k",
  "cl100k",
  "claude",
  "gemini",
  "qwen",
  "llama",
  "deepseek",
  "unknown",
] as const;

export type TokenizerProfile = (typeof TOKENIZER_PROFILES)[number];

/** By what an id contains, after its provider's name. The first that matches decides. */
const FAMILIES: readonly (readonly [pattern: RegExp, profile: TokenizerProfile])[] = [
  [/deepseek/, "deepseek"],
  [/claude/, "claude"],
  [/gemini|gemma/, "gemini"],
  [/qwen|qwq|qvq/, "qwen"],
  [/llama/, "llama"],
  [/^gpt-4(?![.o\d])|^gpt-3\.5|^text-embedding/, "cl100k"],
  [/^gpt-|^chatgpt|^codex|^o[1-9](?:-|$)|^practice$/, "o200k"],
];

/** The profile by which texts for a model are counted. Providers that pass on models name them `maker/model`. */
export function profileOf(modelId: string): TokenizerProfile {
  const id = modelId.toLowerCase();
  const name = id.slice(id.lastIndexOf("/") + 1);
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? "unknown";
}
