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
}

const tables = new Map<string, TokenTable>();

/**
 * Counts for a family of models: by its table, and where there is a tokenizer by the table corrected with samples of the very
 * text. Both are meant to err a little high. Linear on any text, well-formed or not; a text of a million characters takes about ten
 * milliseconds.
 * @param tokenizer tokens of a piece of some hundred characters; must not throw
 */
export function createEstimator(profile: ProfileName, { tokenizer }: { tokenizer?: TokenCounter } = {}): Estimator {
  if (profile === "script") return { rule: DEFAULT_PROFILE, ...createRequestEstimator(weighPlainly) };
  const table = tableOf(profile);
  const { version } = profiles[profile];
  if (!tokenizer) {
    return { rule: { profile, version }, ...createRequestEstimator((text) => weighUnits(text, table)) };
  }
  const weigh = (text: string) => sampleText(text, table, tokenizer);
  return { rule: { profile: `${profile}, sampled`, version }, ...createRequestEstimator(weigh) };
}

function tableOf(profile: Exclude<ProfileName, "script">): TokenTable {
  let table = tables.get(profile);
  if (!table) {
    table = makeTable(profiles[profile]);
    tables.set(profile, table);
  }
  return table;
}
