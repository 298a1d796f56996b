/** Estimated tokens by the rule of the request, and by the plain rule: what decides bytes must not depend on the model. */
export interface Costs {
  readonly estimate: number;
  readonly plain: number;
}
