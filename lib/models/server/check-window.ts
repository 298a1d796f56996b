import { badRequest, type RequestProblem } from "./request-problem.ts";
import type { Api, RefusalWording } from "./types.ts";

export interface WindowQuestion {
  api: Api;
  inputTokens: number;
  outputLimit?: number;
  window: number;
  minimumOutput: number;
  wording: RefusalWording;
}

/** Refuses what does not fit: input and output share the window, to the token. */
export function checkWindow(question: WindowQuestion): RequestProblem | undefined {
  const { api, inputTokens, outputLimit, window, minimumOutput, wording } = question;
  if (api === "responses" && outputLimit !== undefined && outputLimit < minimumOutput) {
    const message = `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${minimumOutput}, but got ${outputLimit} instead.`;
    return badRequest(message, { param: "max_output_tokens", code: "integer_below_min_value" });
  }
  const output = outputLimit ?? minimumOutput;
  const requested = inputTokens + output;
  if (requested <= window) return undefined;
  const param = api === "chat" ? "messages" : "input";
  if (wording === "plain") {
    const message = "Your input exceeds the context window of this model. Please adjust your input and try again.";
    return badRequest(message, { param, code: "context_length_exceeded" });
  }
  if (wording === "other") {
    const message = `Total of ${requested} units is above what this deployment accepts (${window}).`;
    return badRequest(message, { param: null, code: "job_above_size" });
  }
  const message = `This model's maximum context length is ${window} tokens. However, you requested ${requested} tokens (${inputTokens} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`;
  return badRequest(message, { param, code: "context_length_exceeded" });
}
