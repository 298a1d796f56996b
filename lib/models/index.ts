export { classifyError } from "./classify/classify-error.ts";
export { maskSecrets } from "./classify/mask-secrets.ts";
export type {
  FailureClass,
  FailureContext,
  HistoryRepair,
  ModelFailure,
  TokenCounts,
} from "./classify/model-failure.ts";
export { retryDelay } from "./classify/retry-delay.ts";
export { costOf, type MeasuredUsage } from "./cost-of.ts";
export { type ConversationModel, createModel, type ModelSettings } from "./create-model.ts";
export { effectiveBudget, reservedOutput } from "./effective-budget.ts";
export { type KnownModel, knownModel, type Price } from "./known-models.ts";
export { type ModelWindow, modelWindow } from "./model-window.ts";
export type { RequestCapture } from "./request-capture.ts";
export type { TokenCounter } from "./tokenizers/create-counter.ts";
export { loadTokenizer } from "./tokenizers/load-tokenizer.ts";
export { profileOf, TOKENIZER_PROFILES, type TokenizerProfile } from "./tokenizers/profiles.ts";
