import { collectEvidence } from "./collect-evidence.ts";
import { decideClass } from "./decide-class.ts";
import { describeFailure } from "./describe-failure.ts";
import type { Evidence } from "./evidence.ts";
import { maskSecrets } from "./mask-secrets.ts";
import type { FailureContext, ModelFailure } from "./model-failure.ts";
import { readRetryAfter } from "./read-retry-after.ts";
import { readSubject } from "./read-subject.ts";

const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "apim-request-id", "x-amzn-requestid"];
/** A server that took five silent minutes to read the prompt takes them again: one more try, not five. */
const SLOW_PROMPT_RETRIES = 1;

/**
 * Says what a failed model call means. Takes anything: an error of the SDK in any wrapping, the `error` of a stream
 * part, a parsed body, a string, nothing at all. Pure, and never throws.
 * @param context our own count of the request and its window in tokens, for refusals that do not say why.
 */
export function classifyError(error: unknown, context: FailureContext = {}): ModelFailure {
  const evidence = collectEvidence(error);
  const decision = decideClass(evidence, context);
  const subject = decision.class === "CONFIG" ? readSubject(evidence) : undefined;
  const retryAfterMs =
    decision.class === "WAIT" || decision.class === "TRANSIENT" ? readRetryAfter(evidence) : undefined;
  const requestId = readRequestId(evidence);
  const failure = {
    ...decision,
    ...(subject !== undefined && { subject }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(evidence.network.includes("UND_ERR_HEADERS_TIMEOUT") && { retryLimit: SLOW_PROMPT_RETRIES }),
    ...(evidence.status !== undefined && { status: evidence.status }),
    ...(requestId !== undefined && { providerRequestId: requestId }),
  };
  return {
    ...failure,
    message: maskSecrets(describeFailure(failure, context, { network: evidence.network.length > 0 })),
    detail: maskSecrets(evidence.messages.join("\n")),
  };
}

function readRequestId(evidence: Evidence): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = evidence.headers[name];
    if (value) return value.slice(0, 200);
  }
  return evidence.requestId?.slice(0, 200);
}
