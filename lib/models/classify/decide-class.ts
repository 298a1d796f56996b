import { classOfCode } from "./class-of-code.ts";
import { type Evidence, gaveNoReason, readableText } from "./evidence.ts";
import type { FailureClass, FailureContext, HistoryRepair, TokenCounts } from "./model-failure.ts";
import { readNeverFits } from "./read-rate-limit.ts";
import { readRetryAfter } from "./read-retry-after.ts";
import { readTokenCounts } from "./read-token-counts.ts";
import * as wordings from "./wordings.ts";

export interface Decision extends TokenCounts {
  class: FailureClass;
  sure: boolean;
  repair?: HistoryRepair;
}

/** Refusals without a word are taken for length only where the request was large: share of the window. */
const SILENT_REFUSAL_SHARE = 0.7;
/** Refusals in unknown words need more. */
const UNKNOWN_WORDS_SHARE = 0.9;
/** Servers that cut silently do it at this window unless told otherwise, whatever the model could read. */
const SILENT_CUT_WINDOW = 4_096;

const sure = (found: FailureClass, more: Partial<Decision> = {}): Decision => ({ class: found, sure: true, ...more });
const guess = (found: FailureClass, more: Partial<Decision> = {}): Decision => ({ class: found, sure: false, ...more });

/**
 * From evidence to class, most telling first: our own errors, the provider's codes, statuses that mean one thing, limits
 * per time (they sound like length), the provider's words, the network, and only then the size of the request.
 */
export function decideClass(evidence: Evidence, context: FailureContext): Decision {
  const text = readableText(evidence);
  return (
    fromOurSide(evidence) ??
    fromSuccess(evidence, context) ??
    fromCode(evidence, text, context) ??
    fromStatus(evidence, text, context) ??
    fromRateWords(text, context) ??
    fromLengthWords(evidence, text, context) ??
    fromOtherWords(evidence, text) ??
    fromSilence(evidence, context) ??
    fromNetwork(evidence, text) ??
    fromSize(evidence, context)
  );
}

function fromOurSide(evidence: Evidence): Decision | undefined {
  const has = (...names: string[]) => names.some((name) => evidence.names.includes(name));
  if (has("RequestNotRecorded")) return sure("UNRECORDED");
  if (has("AbortError", "ResponseAborted")) return sure("STOPPED");
  if (has("AI_LoadAPIKeyError")) return sure("AUTH");
  if (has("AI_MissingToolResultsError")) return sure("HISTORY", { repair: "pairs" });
  if (has("AI_InvalidPromptError")) return sure("HISTORY", { repair: "order" });
  if (has("AI_UnsupportedFunctionalityError", "AI_NoSuchModelError", "AI_LoadSettingError")) return sure("CONFIG");
  return undefined;
}

function fromSuccess(evidence: Evidence, context: FailureContext): Decision | undefined {
  const used = evidence.reportedInput;
  if (used === undefined || context.window === undefined || used <= context.window) return undefined;
  return sure("SILENT", { used, input: used, limit: context.window });
}

function fromCode(evidence: Evidence, text: string, context: FailureContext): Decision | undefined {
  const found = classOfCode(evidence);
  if (found === undefined) return undefined;
  if (found === "OVERFLOW") return overflow(evidence, text);
  if (found === "HISTORY") return sure("HISTORY", { repair: repairFor(text) ?? "text" });
  if (found === "WAIT" || found === "BILLING") return rateLimited(evidence, text, context, found);
  return sure(found);
}

function fromStatus(evidence: Evidence, text: string, context: FailureContext): Decision | undefined {
  switch (evidence.status) {
    case 401:
      return sure("AUTH");
    case 402:
      return sure("BILLING");
    case 403:
      return forbidden(text);
    case 404: {
      const repair = repairFor(text);
      return repair ? sure("HISTORY", { repair }) : sure("CONFIG");
    }
    case 429:
      return saysOverflow(evidence, text) ? overflow(evidence, text) : rateLimited(evidence, text, context, "WAIT");
    case 529:
      return sure("TRANSIENT");
    default:
      return undefined;
  }
}

function forbidden(text: string): Decision {
  const neverFits = readNeverFits(text, undefined);
  if (neverFits) return sure("NEVER-FITS", neverFits);
  if (wordings.CONTENT_WORDING.test(text)) return sure("CONTENT");
  return sure(wordings.BILLING_WORDING.test(text) ? "BILLING" : "AUTH");
}

/** A limit per time or an empty account: both come as 429, in nearly the same words. */
function rateLimited(evidence: Evidence, text: string, context: FailureContext, coded: FailureClass): Decision {
  const neverFits = readNeverFits(text, context.estimate);
  if (neverFits) return sure("NEVER-FITS", neverFits);
  if (coded === "BILLING") return sure("BILLING");
  // Google words a short limit like an empty account and tells them apart only by naming a delay.
  const emptied = wordings.BILLING_WORDING.test(text) && readRetryAfter(evidence) === undefined;
  return sure(emptied ? "BILLING" : "WAIT");
}

function fromRateWords(text: string, context: FailureContext): Decision | undefined {
  const neverFits = readNeverFits(text, context.estimate);
  if (neverFits) return sure("NEVER-FITS", neverFits);
  return wordings.RATE_WORDING.test(text) ? sure("WAIT") : undefined;
}

function fromLengthWords(evidence: Evidence, text: string, context: FailureContext): Decision | undefined {
  if (wordings.OUTPUT_CAP_WORDING.test(text) && !wordings.OVERFLOW_WORDING.test(text)) return sure("CONFIG");
  if (saysOverflow(evidence, text)) return overflow(evidence, text);
  const large = context.estimate === undefined || context.estimate > SILENT_CUT_WINDOW;
  return wordings.CUT_QUESTION_WORDING.test(text) && large ? guess("OVERFLOW") : undefined;
}

function fromOtherWords(evidence: Evidence, text: string): Decision | undefined {
  const repair = repairFor(text);
  if (repair) return sure("HISTORY", { repair });
  if (wordings.SIZE_WORDING.test(text)) return sure("SIZE");
  if (wordings.CONTENT_WORDING.test(text)) return sure("CONTENT");
  if (wordings.BILLING_WORDING.test(text)) return sure("BILLING");
  if (wordings.AUTH_WORDING.test(text)) return sure("AUTH");
  const outage = evidence.status !== undefined && evidence.status >= 500 && evidence.status !== 501;
  return !outage && wordings.CONFIG_WORDING.test(text) ? sure("CONFIG") : undefined;
}

/** A refusal with a status and no words. */
function fromSilence(evidence: Evidence, context: FailureContext): Decision | undefined {
  const refused = evidence.status ?? (evidence.messages.length > 0 ? 400 : undefined);
  if (!gaveNoReason(evidence) || (refused !== 400 && refused !== 413)) return undefined;
  if (shareOfWindow(context) > SILENT_REFUSAL_SHARE) return guess("OVERFLOW");
  return guess(refused === 413 ? "SIZE" : "CONFIG");
}

function fromNetwork(evidence: Evidence, text: string): Decision | undefined {
  const { status } = evidence;
  if (evidence.network.some((code) => /CERT|SELF_SIGNED|UNABLE_TO|ERR_INVALID_URL|ERR_TLS/.test(code)))
    return sure("CONFIG");
  if (evidence.network.length > 0) return sure("TRANSIENT");
  if (status === 413) return sure("SIZE");
  if (status === 408 || status === 409 || status === 425) return sure("TRANSIENT");
  if (status !== undefined && status >= 500) return sure(status === 501 ? "CONFIG" : "TRANSIENT");
  // A code means that the provider did say something, in an event that the SDK could not read.
  if (evidence.codes.length === 0 && evidence.names.some((name) => UNFINISHED_ANSWERS.has(name)))
    return sure("TRANSIENT");
  return wordings.TRANSIENT_WORDING.test(text) && status === undefined ? sure("TRANSIENT") : undefined;
}

const UNFINISHED_ANSWERS = new Set([
  "TimeoutError",
  "AI_EmptyResponseBodyError",
  "AI_NoOutputGeneratedError",
  "AI_JSONParseError",
  "AI_TypeValidationError",
]);

function fromSize(evidence: Evidence, context: FailureContext): Decision {
  const refused = evidence.status === 400 || evidence.status === 422;
  return refused && shareOfWindow(context) >= UNKNOWN_WORDS_SHARE ? guess("OVERFLOW") : guess("UNKNOWN");
}

function overflow(evidence: Evidence, text: string): Decision {
  const repair = repairFor(text);
  return sure("OVERFLOW", { ...readTokenCounts(evidence), ...(repair && { repair }) });
}

const saysOverflow = (evidence: Evidence, text: string): boolean =>
  !wordings.RATE_WORDING.test(text) &&
  (wordings.OVERFLOW_WORDING.test(text) || readTokenCounts(evidence) !== undefined);

const repairFor = (text: string): HistoryRepair | undefined =>
  wordings.HISTORY_WORDINGS.find(([wording]) => wording.test(text))?.[1];

const shareOfWindow = ({ estimate, window }: FailureContext): number =>
  estimate !== undefined && window !== undefined && window > 0 ? estimate / window : 0;
