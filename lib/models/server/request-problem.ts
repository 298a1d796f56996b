import type { ApiError } from "./types.ts";

/** A refusal: the status and OpenAI's error object, which is the body. */
export interface RequestProblem {
  status: number;
  error: ApiError;
}

export function badRequest(
  message: string,
  detail: { param?: string | null; code?: string | null; status?: number } = {},
): RequestProblem {
  const { param = null, code = null, status = 400 } = detail;
  return { status, error: { message, type: "invalid_request_error", param, code } };
}
