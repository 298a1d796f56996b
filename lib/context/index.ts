/**
 * What the model is sent, as pure functions of what is stored: counting (`tokens/`), fitting (`fit/`) and previews of what is
 * too large (`offload.ts`). Nothing here knows a clock, a disk or a network, and nothing changes its input.
 */
export type { FitItem, FitScale } from "./fit/draft.ts";
export { type FitInput, type FitResult, fitRequest } from "./fit/fit-request.ts";
export { DEFAULT_FIT_OPTIONS, type FitOptions } from "./fit/options.ts";
export { PINNED_SHARE } from "./fit/pins.ts";
export { projectMessages } from "./fit/project.ts";
export type { Repair, RepairKind } from "./fit/repair.ts";
export { EMPTY_STATE, type FitState, type InputPosition, type ResultPosition } from "./fit/state.ts";
export { findHeadEnd, findLastAssistant, findRoundStarts, findTurnStarts } from "./fit/structure.ts";
export { validateRequest } from "./fit/validate.ts";
export { type PreviewPlan, planPreview, previewBounds, renderPreview, userMessageBound } from "./offload.ts";
export { describeItems, type FitReport, type FitStage, fateOf, type ItemFate, type MessageFate } from "./report.ts";
export {
  type AnchoredScale,
  anchorScale,
  countExotic,
  isTrustworthy,
  type Measurement,
  measureFactor,
  unmeasuredExtra,
} from "./tokens/anchor.ts";
export {
  createEstimator,
  type Estimator,
  type ProfileName,
  parseRule,
  plainEstimator,
} from "./tokens/create-estimator.ts";
export { estimateMessage, estimatePart } from "./tokens/estimate-message.ts";
export {
  estimateFixed,
  estimateRequest,
  estimateTools,
  type RequestContent,
  type ToolDescription,
} from "./tokens/estimate-request.ts";
export { estimateText } from "./tokens/estimate-text.ts";
export {
  DEFAULT_PROFILE,
  type EstimateRule,
  isSameRule,
  readEstimate,
  type StoredEstimate,
  storeEstimate,
  type TokenCounts,
} from "./tokens/stored-estimate.ts";
