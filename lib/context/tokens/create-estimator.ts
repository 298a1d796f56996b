import type { WeighText } from "./estimate-message.ts";
import { createRequestEstimator, type RequestEstimator } from "./estimate-request.ts";
import { weighPlainly } from "./estimate-text.ts";
import profiles from "./profiles.json" with { type: "json" };
import { sampleText, type TokenCounter } from "./sample-text.ts";
import { DEFAULT_PROFILE, type EstimateRule } from "./stored-estimate.ts";
import { makeTable, type TokenTable, weighUnits } from "./token-table.ts";

/** `script` is the plain rule; the others are families of models, and `unknown` is cautious for all of them. */
export type ProfileName = "script" | keyof typeof profiles;

export interface Estimator extends RequestEstimator {
  /** By which rule it counts: what a stored estimate is valid under. */
  readonly rule: EstimateRule;
  /** Tokens of a text before rounding, never by samples: for short pieces of which there are many, like the ids in notes. */
  weighRoughly(text: string): number;
}

const tables = new Map<string, TokenTable>();

/**
 * Counts for a family of models: by its table, and where there is a tokenizer by the table corrected with samples of the very
 * text. Both are meant to err a little high. Linear on any text, well-formed or not; a text of a million characters takes about ten
 * milliseconds.
 * @param tokenizer tokens of a piece of some hundred characters; must not throw
 */
export function createEstimator(profile: ProfileName, { tokenizer }: { tokenizer?: TokenCounter } = {}): Estimator {
  if (profile === "script") return makeEstimator(DEFAULT_PROFILE, weighPlainly, weighPlainly);
  const table = tableOf(profile);
  const { version } = profiles[profile];
  const weighRoughly = (text: string) => weighUnits(text, table);
  if (!tokenizer) return makeEstimator({ profile, version }, weighRoughly, weighRoughly);
  const weigh = (text: string) => sampleText(text, table, tokenizer);
  return makeEstimator({ profile: profile + SAMPLED, version }, weigh, weighRoughly);
}

/** Which profile a rule belongs to, and whether it needs the tokenizer of the family; undefined for a rule that is no more. */
export function parseRule({ profile, version }: EstimateRule): { profile: ProfileName; sampled: boolean } | undefined {
  const sampled = profile.endsWith(SAMPLED);
  const name = sampled ? profile.slice(0, -SAMPLED.length) : profile;
  if (name === "script") return version === DEFAULT_PROFILE.version ? { profile: name, sampled } : undefined;
  if (!Object.hasOwn(profiles, name)) return undefined;
  const family = name as keyof typeof profiles;
  return profiles[family].version === version ? { profile: family, sampled } : undefined;
}

const SAMPLED = ", sampled";

function makeEstimator(rule: EstimateRule, weigh: WeighText, weighRoughly: WeighText): Estimator {
  return { rule, ...createRequestEstimator(weigh), weighRoughly };
}

/** Counts by the plain rule. */
export const plainEstimator: Estimator = createEstimator("script");

function tableOf(profile: Exclude<ProfileName, "script">): TokenTable {
  let table = tables.get(profile);
  if (!table) {
    table = makeTable(profiles[profile]);
    tables.set(profile, table);
  }
  return table;
}
