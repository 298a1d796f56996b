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
import type { Limits } from "./types.ts";

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
  acceptsInput?(toolName: string, input: unknown): boolean;
}): FittedRequest {
  const { projection, limits, scale } = input;
  const common = {
    messages: projection.messages,
    estimator: input.estimator,
    fixedTokens: input.fixed.tokens,
    fixedPlain: input.fixed.plain,
    sizeOf: projection.sizeOf,
    plainOf: projection.plainOf,
    ...(input.acceptsInput && { acceptsInput: input.acceptsInput }),
    options: { reservedOutput: limits.reservedOutput },
  };
  // Without fitting the log goes out as it is, to show what would happen.
  const unlimited = { budget: Number.MAX_SAFE_INTEGER, state: EMPTY_STATE };
  const asked = input.fit ? { budget: limits.budget, window: limits.window, state: input.state } : unlimited;
  const fitted = fitRequest({ ...common, ...asked, scale });
  if (fitted.report.sendable || !scale.extraOf) return validated(fitted);
  // The surcharge for text that nobody has measured is a caution, not knowledge: it must not end a chat by itself.
  const plain = fitRequest({ ...common, ...asked, scale: { offset: scale.offset, factor: scale.factor } });
  return validated(plain.report.sendable ? plain : fitted);
}

function validated(fitted: FittedRequest): FittedRequest {
  return { ...fitted, messages: validateRequest(fitted.messages).messages };
}
