export { classifyError } from "./classify/classify-error.ts";
export {
  type FailureClass,
  type FailureContext,
  type HistoryRepair,
  isRetryable,
  type ModelFailure,
  type TokenCounts,
} from "./classify/model-failure.ts";
export { retryDelay } from "./classify/retry-delay.ts";
export { costOf, type MeasuredUsage } from "./cost-of.ts";
export { type ConversationModel, createModel, DEFAULT_BASE_URL, type ModelSettings } from "./create-model.ts";
export { DEFAULT_BUDGET, effectiveBudget, reservedOutput } from "./effective-budget.ts";
export { type KnownModel, knownModel, type Price } from "./known-models.ts";
export { ASSUMED_WINDOW, type ModelWindow, modelWindow } from "./model-window.ts";
export { type RequestCapture, RequestNotRecorded } from "./request-capture.ts";
