import {
  anchorScale,
  createEstimator,
  type Estimator,
  type FitOptions,
  type FitResult,
  fitRequest,
  validateRequest,
} from "#lib/context/index.ts";
import type { TokenCounter } from "#lib/models/index.ts";
import type { ContextManager } from "./manager.ts";

/** The product's own fitter, with its estimates stored per message and anchored on the last answer, as in a run. */
export function longhand(options: Partial<FitOptions>, tokenizer?: TokenCounter): ContextManager {
  const estimator = createEstimator("o200k", tokenizer && { tokenizer });
  return {
    name: "Longhand",
    version: "this one",
    note: `low-water mark ${options.lowWaterMark ?? 0.6}, remembered state`,
    start(budget) {
      const sizes = storeSizes(estimator);
      const plain = storeSizes(createEstimator("script"));
      let last: FitResult | undefined;
      let measured: { measured: number; estimate: number } | undefined;
      return {
        fit(messages) {
          const scale = anchorScale(measured ? { last: measured } : {});
          last = fitRequest({
            ...{ messages, budget, estimator, scale, options, fixedTokens: 0, sizeOf: sizes, plainOf: plain },
            ...(last && { state: last.state }),
          });
          return validateRequest(last.messages).messages;
        },
        learn(inputTokens) {
          if (last) measured = { measured: inputTokens, estimate: last.report.estimate };
        },
      };
    },
  };
}

/** Every item is counted once, when it is first seen. */
export function storeSizes(estimator: Estimator, onCount: () => void = () => undefined) {
  const sizes = new WeakMap<object, number>();
  return (item: Parameters<Estimator["message"]>[0] | Parameters<Estimator["part"]>[0]): number => {
    let size = sizes.get(item);
    if (size === undefined) {
      onCount();
      size = "role" in item ? estimator.message(item) : estimator.part(item);
      sizes.set(item, size);
    }
    return size;
  };
}
