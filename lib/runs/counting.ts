import { createEstimator, type EstimateRule, type Estimator, type ProfileName, parseRule } from "#lib/context/index.ts";
import { loadTokenizer, profileOf, type TokenCounter, type TokenizerProfile } from "#lib/models/index.ts";
import type { Runtime } from "./runtime.ts";

type Tokenizers = Runtime["tokenizers"];

const estimators = new WeakMap<Tokenizers, Map<string, Estimator>>();

type Counting = Pick<Runtime, "provider" | "tokenizers" | "log">;

/**
 * What a new run counts with: the family of the model, with samples once its tokenizer is loaded. A run that begins earlier
 * counts by the table alone and does not wait. The practice model is our own, and its answers say what they cost: no tokenizer.
 */
export function currentEstimator({ provider, tokenizers, log }: Counting): Estimator {
  const profile = profileOf(provider.modelId);
  const tokenizer = tokenizers.get(profile);
  if (tokenizer === undefined && !provider.practice) {
    loadInto(tokenizers, profile).catch((error) => {
      tokenizers.set(profile, null);
      log.warn({ err: error, profile }, "a tokenizer could not be loaded; texts are counted by a table");
    });
  }
  return estimatorOf(tokenizers, profile, tokenizer ?? undefined);
}

/** What an earlier run counted with, so that it goes on to the same bytes; the current one where that rule is no more. */
export async function estimatorByRule(counting: Counting, rule: EstimateRule | undefined): Promise<Estimator> {
  const parsed = rule && parseRule(rule);
  if (!parsed) return currentEstimator(counting);
  const { profile, sampled } = parsed;
  if (profile === "script" || !sampled) return estimatorOf(counting.tokenizers, profile);
  const tokenizer = await loadInto(counting.tokenizers, profile);
  return tokenizer ? estimatorOf(counting.tokenizers, profile, tokenizer) : currentEstimator(counting);
}

async function loadInto(tokenizers: Tokenizers, profile: TokenizerProfile): Promise<TokenCounter | undefined> {
  const tokenizer = await loadTokenizer(profile);
  tokenizers.set(profile, tokenizer ?? null);
  return tokenizer;
}

function estimatorOf(tokenizers: Tokenizers, profile: ProfileName, tokenizer?: TokenCounter): Estimator {
  const known = estimators.get(tokenizers) ?? new Map<string, Estimator>();
  estimators.set(tokenizers, known);
  const key = `${profile} ${tokenizer ? "sampled" : "table"}`;
  const estimator = known.get(key) ?? createEstimator(profile, tokenizer && { tokenizer });
  known.set(key, estimator);
  return estimator;
}
