import type { FailureClass, FailureContext, ModelFailure } from "./model-failure.ts";

type Described = Omit<ModelFailure, "message" | "detail">;

const number = (value: number): string => value.toLocaleString("en-US");
const seconds = (ms: number): string => number(Math.ceil(ms / 1_000));

/** One English sentence for a person, from facts only: it never repeats provider text beyond a name. */
export function describeFailure(failure: Described, context: FailureContext, hints: { network: boolean }): string {
  return SENTENCES[failure.class](failure, context, hints);
}

type Sentence = (failure: Described, context: FailureContext, hints: { network: boolean }) => string;

const SENTENCES: Record<FailureClass, Sentence> = {
  OVERFLOW: describeOverflow,
  SIZE: () => "One part of the request is too large for the provider.",
  SILENT: ({ used, limit }) =>
    `The model answered, but the request (${number(used ?? 0)} tokens) was larger than its window (${number(limit ?? 0)}); part of it may not have been read.`,
  WAIT: ({ retryAfterMs }) =>
    retryAfterMs === undefined
      ? "The provider asks to wait before the next request."
      : `The provider asks to wait ${seconds(retryAfterMs)} seconds before the next request.`,
  "NEVER-FITS": ({ used, limit }) =>
    used === undefined
      ? `This account's limit${limit === undefined ? "" : ` of ${number(limit)} tokens`} is smaller than this one request, so waiting will not help.`
      : `This account may send ${number(limit ?? 0)} tokens per minute, and this one request needs ${number(used)}, so waiting will not help.`,
  BILLING: () => "The account at the provider has no credit or quota left.",
  AUTH: () => "The provider did not accept the API key.",
  CONFIG: describeConfig,
  CONTENT: () => "The provider's content filter refused the request.",
  HISTORY: () => "The provider did not accept the form of the conversation.",
  TRANSIENT: ({ status }, _context, { network }) =>
    network
      ? "The connection to the provider failed."
      : `The provider is not available for the moment${inBrackets(status)}.`,
  STOPPED: () => "The request was stopped.",
  UNRECORDED: () => "The request was not sent, because it could not be recorded.",
  UNKNOWN: ({ status }) => `The provider refused the request${inBrackets(status)}.`,
};

function describeOverflow({ used, limit, sure }: Described): string {
  if (!sure) return "The provider refused the request, probably because it is longer than the model accepts.";
  if (used !== undefined && limit !== undefined) {
    return `The request is longer than the model accepts (${number(used)} of ${number(limit)} tokens).`;
  }
  const most = limit === undefined ? "" : ` (at most ${number(limit)} tokens)`;
  return `The request is longer than the model accepts${most}.`;
}

function describeConfig(
  { subject, status }: Described,
  { api }: FailureContext,
  { network }: { network: boolean },
): string {
  if (network) return "The address of the provider is not valid, or its certificate is not trusted.";
  if (subject) return `The provider does not accept this setting: ${subject}.`;
  if (status === 404) {
    const other = api === "responses" ? " Try the Chat Completions API." : "";
    return `The provider does not know this address or model.${other}`;
  }
  return `The provider does not accept the settings of this request${inBrackets(status)}.`;
}

const inBrackets = (status: number | undefined): string => (status === undefined ? "" : ` (status ${status})`);
