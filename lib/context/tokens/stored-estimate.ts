/**
 * How an estimate is kept with its row. A message never changes once written, so it is counted once; profile and version say
 * by which rule, so that a row counted by another rule is recognized and counted anew.
 */
export interface StoredEstimate {
  readonly profile: string;
  readonly version: number;
  readonly tokens: number;
}

/** The rule of this room: counting by script. */
export const DEFAULT_PROFILE = { profile: "script", version: 1 } as const;

export function storeEstimate(tokens: number): StoredEstimate {
  return { ...DEFAULT_PROFILE, tokens };
}

/** The tokens of a stored estimate, or undefined if another rule made it. */
export function readEstimate(stored: StoredEstimate | undefined): number | undefined {
  const current = stored?.profile === DEFAULT_PROFILE.profile && stored.version === DEFAULT_PROFILE.version;
  return current ? stored.tokens : undefined;
}
