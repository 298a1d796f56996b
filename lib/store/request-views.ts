import type { Request } from "#prisma/generated/client.ts";
import { omitNulls } from "./omit-nulls.ts";
import type { RequestView } from "./views.ts";

/** The columns of the ledger that are shown; the body's are only read when the body is. */
export const SHOWN = {
  id: true,
  n: true,
  runId: true,
  stepId: true,
  attempt: true,
  model: true,
  estimate: true,
  inputTokens: true,
  outputTokens: true,
  cachedTokens: true,
  report: true,
  status: true,
  finishReason: true,
  error: true,
  cost: true,
  bodyBytes: true,
  sentAt: true,
  endedAt: true,
} as const;

export function toRequestView(record: Pick<Request, keyof typeof SHOWN>): RequestView {
  const { inputTokens, outputTokens, cachedTokens, bodyBytes, report, sentAt, endedAt, ...rest } = omitNulls(record);
  const usage = {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  };
  return {
    ...rest,
    ...(Object.keys(usage).length > 0 && { usage }),
    report: JSON.parse(report),
    bytes: bodyBytes,
    sentAt: Number(sentAt),
    ...(endedAt !== undefined && { endedAt: Number(endedAt) }),
  };
}
