import type { Evidence } from "./evidence.ts";
import type { FailureClass } from "./model-failure.ts";

/**
 * Codes that mean one thing wherever they appear. Left out on purpose: `invalid_request_error`, `invalid_value`,
 * `server_error` and the like, which providers give to refusals of every kind.
 * The order decides where a gateway reports several: length before rate, for a fallback's cause comes with the first error.
 */
const CODES: readonly (readonly [FailureClass, readonly string[]])[] = [
  [
    "OVERFLOW",
    [
      "context_length_exceeded",
      "exceed_context_size_error",
      "model_max_prompt_tokens_exceeded",
      "context_window_exceeded",
      "model_context_window_exceeded",
      "tokens_limit_reached",
    ],
  ],
  ["SIZE", ["request_too_large"]],
  ["HISTORY", ["invalid_encrypted_content"]],
  [
    "CONTENT",
    [
      "content_filter",
      "content_policy_violation",
      "responsibleaipolicyviolation",
      "moderation_blocked",
      "data_inspection_failed",
    ],
  ],
  [
    "BILLING",
    [
      "insufficient_quota",
      "billing_error",
      "billing_hard_limit_reached",
      "billing_not_active",
      "insufficient_credits",
      "insufficient_balance",
    ],
  ],
  [
    "WAIT",
    [
      "rate_limit_exceeded",
      "rate_limit_error",
      "rate_limited",
      "too_many_requests",
      "too_many_tokens_error",
      "token_quota_exceeded",
      "throttlingexception",
    ],
  ],
  ["AUTH", ["invalid_api_key", "authentication_error", "permission_error", "permission_denied", "unauthenticated"]],
  [
    "CONFIG",
    [
      "model_not_found",
      "not_found_error",
      "invalid_function_parameters",
      "unsupported_parameter",
      "unsupported_value",
      "unknown_parameter",
      "missing_required_parameter",
    ],
  ],
  ["TRANSIENT", ["overloaded_error", "serviceunavailableexception", "modelnotreadyexception", "timeout_error"]],
];

/** The class that the provider's codes name; undefined when they say nothing certain. */
export function classOfCode(evidence: Evidence): FailureClass | undefined {
  const lengthened = classOfLengthCode(evidence);
  if (lengthened) return lengthened;
  return CODES.find(([, codes]) => codes.some((code) => evidence.codes.includes(code)))?.[0];
}

/** "Too long" codes say which field is too long only beside it, and each field has another remedy. */
function classOfLengthCode({ codes, params }: Evidence): FailureClass | undefined {
  const param = params[0] ?? "";
  if (codes.includes("string_above_max_length")) {
    if (/call_id$|\.id$|\.name$/.test(param)) return "HISTORY";
    return /^(?:tools|prompt_cache_key|user|safety_identifier|metadata)/.test(param) ? "CONFIG" : "SIZE";
  }
  if (codes.includes("array_above_max_length")) return /^(?:input|messages)$/.test(param) ? "OVERFLOW" : "CONFIG";
  return undefined;
}
