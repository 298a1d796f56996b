import type { ModelMessage } from "ai";
import {
  EMPTY_STATE,
  type Estimator,
  type FitReport,
  type FitState,
  fitRequest,
  type TokenCounts,
  validateRequest,
} from "#lib/context/index.ts";
import type { Projection } from "./projection.ts";
import type { SizeScale } from "./size-scale.ts";
import type { FittingChoice, Limits } from "./types.ts";

export interface FittedRequest {
  messages: readonly ModelMessage[];
  report: FitReport;
  state: FitState;
}

/** The projection of the log for the next call. Pure: the same log, limits and scale give the same request. */
export function fitStep(input: {
  projection: Projection;
  estimator: Estimator;
  /** What every request of the run carries: instructions and tools. */
  fixed: TokenCounts;
  limits: Limits;
  scale: SizeScale;
  state: FitState;
  fit: boolean;
  fitting?: FittingChoice;
  acceptsInput?(toolName: string, input: unknown): boolean;
}): FittedRequest {
  const { projection, limits, scale } = input;
  const { pins = [], ...policies } = input.fitting ?? {};
  const common = {
    messages: projection.messages,
    estimator: input.estimator,
    fixedTokens: input.fixed.tokens,
    fixedPlain: input.fixed.plain,
    sizeOf: projection.sizeOf,
    plainOf: projection.plainOf,
    ...(input.acceptsInput && { acceptsInput: input.acceptsInput }),
    options: { reservedOutput: limits.reservedOutput, ...policies },
    pins: pins.flatMap((id) => projection.placeOf(id) ?? []),
  };
  // Without fitting the log goes out as it is, to show what would happen.
  const unlimited = { budget: Number.MAX_SAFE_INTEGER, state: EMPTY_STATE };
  const asked = input.fit ? { budget: limits.budget, window: limits.window, state: input.state } : unlimited;
  const fitted = fitRequest({ ...common, ...asked, scale });
  if (fitted.report.sendable) return validated(fitted);
  for (const bolder of bolderScales(scale, fitted.report)) {
    const again = fitRequest({ ...common, ...asked, scale: bolder });
    if (again.report.sendable) return validated(again);
  }
  return validated(fitted);
}

/**
 * What nobody has measured is sized with caution: a surcharge, a margin, a table that fits the dearest tokenizer. That is no
 * knowledge, and must not end a chat by itself; the provider's own count of one request that is perhaps too large decides.
 */
function* bolderScales({ offset, factor, extraOf, plainSize }: SizeScale, { estimate, plain }: FitReport) {
  if (extraOf) yield { offset, factor };
  const size = plainSize?.(plain) ?? Number.POSITIVE_INFINITY;
  if (size > 0 && size < offset + factor * estimate) yield { offset: 0, factor: size / estimate };
}

function validated(fitted: FittedRequest): FittedRequest {
  return { ...fitted, messages: validateRequest(fitted.messages).messages };
}
