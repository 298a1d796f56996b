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
  /** By the rule of the model that was used when the row was stored, where that is another one. */
  readonly also?: EstimateRule & { readonly tokens: number };
}

/** What the loop carries of a row: its tokens by the rule of the run, and by the plain rule. */
export interface TokenCounts {
  readonly tokens: number;
  readonly plain: number;
}

/** Counting by script. What decides bytes (previews, which result is worth clearing) always goes by it, whatever the model. */
export const DEFAULT_PROFILE: EstimateRule = { profile: "script", version: 1 };

export function storeEstimate({ plain, tokens }: TokenCounts, rule: EstimateRule = DEFAULT_PROFILE): StoredEstimate {
  const stored = { ...DEFAULT_PROFILE, tokens: plain };
  return isSameRule(rule, DEFAULT_PROFILE) ? stored : { ...stored, also: { ...rule, tokens } };
}

/** The tokens of a stored estimate, or undefined if another rule made it. */
export function readEstimate(
  stored: StoredEstimate | undefined,
  rule: EstimateRule = DEFAULT_PROFILE,
): number | undefined {
  return [stored, stored?.also].find((each) => each && isSameRule(each, rule))?.tokens;
}

export function isSameRule(a: EstimateRule, b: EstimateRule): boolean {
  return a.profile === b.profile && a.version === b.version;
}
