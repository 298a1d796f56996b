/** US dollars per million tokens. */
export interface Price {
  input: number;
  /** Input that the provider's prefix cache already had; absent where nothing is taken off. */
  cached?: number;
  output: number;
  /** Prices of the whole request once its input is longer than `over` tokens. */
  long?: { over: number; input: number; cached: number; output: number };
}

/** What is known of a family of models. Tokens. */
export interface KnownModel {
  /** What the model reads and writes in one request, together. */
  window: number;
  /** Where the provider accepts less input than the window suggests. */
  inputLimit?: number;
  reasoning: boolean;
  price?: Price;
}

type Family = readonly [prefix: string, model: KnownModel];

const price = (input: number, cached: number, output: number): Price => ({ input, cached, output });
/** The long-input tariff of current OpenAI models: from 272,000 tokens on, input costs double and output half more. */
const withLongInput = (input: number, cached: number, output: number): Price => ({
  ...price(input, cached, output),
  long: { over: 272_000, input: input * 2, cached: cached * 2, output: output * 1.5 },
});

const gpt5 = (known?: Price): KnownModel => ({
  window: 400_000,
  inputLimit: 272_000,
  reasoning: true,
  ...(known && { price: known }),
});
const gptLong = (known?: Price): KnownModel => ({
  window: 1_050_000,
  inputLimit: 922_000,
  reasoning: true,
  ...(known && { price: known }),
});
const model = (window: number, reasoning: boolean, known?: Price): KnownModel => ({
  window,
  reasoning,
  ...(known && { price: known }),
});

/**
 * Current models by the beginning of their id, which must end where a word ends: "gpt-4" is neither "gpt-4o" nor "gpt-4.1".
 * The longest beginning wins. Windows of open models are what the model can
 * read, which a local server may have been started with less of: a refusal or the setting overrules the table.
 */
const FAMILIES: readonly Family[] = [
  ["gpt-5.6", gptLong(withLongInput(2, 0.2, 10))],
  ["gpt-5.6-terra", gptLong()],
  ["gpt-5.6-luna", gptLong()],
  ["gpt-5.5", gptLong(withLongInput(5, 0.5, 30))],
  ["gpt-5.5-pro", gptLong()],
  ["gpt-5.4", gptLong(withLongInput(2.5, 0.25, 15))],
  ["gpt-5.4-pro", gptLong()],
  ["gpt-5.4-mini", gpt5(price(0.75, 0.075, 4.5))],
  ["gpt-5.4-nano", gpt5(price(0.2, 0.02, 1.25))],
  ["gpt-5.3-chat", model(128_000, false, price(1.75, 0.175, 14))],
  ["gpt-5.2", gpt5(price(1.75, 0.175, 14))],
  ["gpt-5.2-pro", gpt5()],
  ["gpt-5.2-chat", model(128_000, true, price(1.75, 0.175, 14))],
  ["gpt-5.1", gpt5(price(1.25, 0.125, 10))],
  ["gpt-5.1-chat", model(128_000, true, price(1.25, 0.125, 10))],
  ["gpt-5.1-codex-mini", gpt5(price(0.25, 0.025, 2))],
  ["gpt-5", gpt5(price(1.25, 0.125, 10))],
  ["gpt-5-pro", gpt5()],
  ["gpt-5-codex", gpt5(price(1.25, 0.125, 10))],
  ["gpt-5-mini", gpt5(price(0.25, 0.025, 2))],
  ["gpt-5-nano", gpt5(price(0.05, 0.005, 0.4))],
  ["gpt-4.1", model(1_047_576, false, price(2, 0.5, 8))],
  ["gpt-4.1-mini", model(1_047_576, false, price(0.4, 0.1, 1.6))],
  ["gpt-4.1-nano", model(1_047_576, false, price(0.1, 0.025, 0.4))],
  ["gpt-4o", model(128_000, false, price(2.5, 1.25, 10))],
  ["gpt-4o-2024-05-13", model(128_000, false)],
  ["gpt-4o-mini", model(128_000, false, price(0.15, 0.075, 0.6))],
  ["gpt-4-turbo", model(128_000, false)],
  ["gpt-4", model(8_192, false)],
  ["gpt-3.5-turbo", model(16_385, false)],
  ["gpt-oss", model(131_072, true)],
  ["o1", model(200_000, true)],
  ["o1-mini", model(128_000, true)],
  ["o1-preview", model(128_000, true)],
  ["o3", model(200_000, true, price(2, 0.5, 8))],
  ["o3-pro", model(200_000, true)],
  ["o3-deep-research", model(200_000, true)],
  ["o3-mini", model(200_000, true, price(1.1, 0.55, 4.4))],
  ["o4-mini", model(200_000, true, price(1.1, 0.275, 4.4))],
  ["o4-mini-deep-research", model(200_000, true)],
  ["claude-haiku-4-5", model(200_000, true, price(1, 0.1, 5))],
  ["claude-sonnet-4", model(200_000, true, price(3, 0.3, 15))],
  ["claude-sonnet-4-6", model(1_000_000, true, price(3, 0.3, 15))],
  ["claude-sonnet-5", model(1_000_000, true)],
  ["claude-opus-4", model(200_000, true)],
  ["claude-opus-4-5", model(200_000, true, price(5, 0.5, 25))],
  ["claude-opus-4-6", model(1_000_000, true, price(5, 0.5, 25))],
  ["claude-opus-4-7", model(1_000_000, true, price(5, 0.5, 25))],
  ["claude-opus-4-8", model(1_000_000, true, price(5, 0.5, 25))],
  ["gemini-2.0-flash", model(1_048_576, false)],
  ["gemini-2.5-flash", model(1_048_576, true, price(0.3, 0.03, 2.5))],
  ["gemini-2.5-flash-lite", model(1_048_576, true, price(0.1, 0.01, 0.4))],
  ["gemma-3", model(131_072, false)],
  ["gemma3", model(131_072, false)],
  ["gemma-4", model(131_072, true)],
  ["deepseek-chat", model(1_000_000, false)],
  ["deepseek-reasoner", model(1_000_000, true)],
  ["deepseek-v4", model(1_000_000, true)],
  ["grok-4", model(256_000, true)],
  ["grok-3", model(131_072, false)],
  ["qwen-max", model(32_768, false)],
  ["qwen-plus", model(1_000_000, true)],
  ["qwen-flash", model(1_000_000, true)],
  ["qwen-turbo", model(1_000_000, true)],
  ["qwen2.5", model(32_768, false)],
  ["qwen3", model(131_072, true)],
  ["qwen3-coder", model(262_144, false)],
  ["qwen3-max", model(262_144, false)],
  ["qwen3.5", model(262_144, true)],
  ["qwen3.6", model(262_144, true)],
  ["llama-3.1", model(128_000, false)],
  ["llama-3.2", model(128_000, false)],
  ["llama-3.3", model(128_000, false)],
  ["llama-4", model(1_000_000, false)],
  ["llama3", model(8_192, false)],
  ["llama3.1", model(128_000, false)],
  ["llama3.2", model(128_000, false)],
  ["llama3.3", model(128_000, false)],
  ["llama4", model(1_000_000, false)],
  ["mistral-large", model(131_072, false)],
  ["mistral-medium", model(131_072, false)],
  ["mistral-small", model(128_000, false)],
  ["mistral-nemo", model(128_000, false)],
  ["codestral", model(256_000, false)],
  ["devstral", model(128_000, false)],
  ["kimi-k2", model(131_072, false)],
  ["kimi-k2-thinking", model(262_144, true)],
  ["kimi-k2.5", model(262_144, true)],
  ["kimi-k2.6", model(262_144, true)],
  ["glm-4.5", model(131_072, true)],
  ["glm-4.6", model(200_000, true)],
  ["glm-4.7", model(200_000, true)],
  ["glm-5", model(200_000, true)],
  ["minimax-m2", model(196_608, true)],
];

/** Whole lines, for members that the table does not name: windows of a line rarely shrink, and prices are not guessed. */
const LINES: readonly Family[] = [
  ["gpt-6", gptLong()],
  ["gpt-5", gpt5()],
  ["claude", model(200_000, true)],
  ["gemini", model(1_048_576, true)],
  ["gemma", model(131_072, false)],
  ["deepseek", model(128_000, true)],
  ["qwen3", model(131_072, true)],
  ["grok", model(131_072, true)],
  ["glm-5", model(200_000, true)],
];

const longestFirst = (families: readonly Family[]): Family[] =>
  families.toSorted(([left], [right]) => right.length - left.length);
const NAMED = longestFirst(FAMILIES);

/**
 * The table's entry for a model id, also behind a vendor ("openai/gpt-5", "us.anthropic.claude-sonnet-4-5",
 * "meta-llama/Meta-Llama-3.1-8B") and with a date, size or tag after it. The outermost name that is known counts.
 */
export function knownModel(modelId: string): KnownModel | undefined {
  for (const name of namesWithin(modelId.toLowerCase())) {
    const [, known] =
      NAMED.find(([prefix]) => startsWithWord(name, prefix)) ?? LINES.find(([prefix]) => name.startsWith(prefix)) ?? [];
    if (known) return known;
  }
  return undefined;
}

const namesWithin = (id: string): string[] => [
  id,
  ...[...id.matchAll(/[/.:-]/g)].map(({ index }) => id.slice(index + 1)),
];

const startsWithWord = (name: string, prefix: string): boolean =>
  name.startsWith(prefix) && !/^(?:[a-z0-9]|\.\d)/.test(name.slice(prefix.length));
