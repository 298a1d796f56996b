/** By which rule an estimate was made. */
export interface EstimateRule {
  readonly profile: string;
  readonly version: number;
}

/**
 * How an estimate is kept with its row. A message never changes once written, so it is counted once; the rule says how, so that
 * a row counted by another one is recognized and counted anew.
 */
export interface StoredEstimate extends EstimateRule {
  readonly tokens: number;
}

/** Counting by script. What decides bytes (previews, which result is worth clearing) always goes by it, whatever the model. */
export const DEFAULT_PROFILE: EstimateRule = { profile: "script", version: 1 };

export function storeEstimate(tokens: number, rule: EstimateRule = DEFAULT_PROFILE): StoredEstimate {
  return { ...rule, tokens };
}

/** The tokens of a stored estimate, or undefined if another rule made it. */
export function readEstimate(
  stored: StoredEstimate | undefined,
  rule: EstimateRule = DEFAULT_PROFILE,
): number | undefined {
  return stored?.profile === rule.profile && stored.version === rule.version ? stored.tokens : undefined;
}
