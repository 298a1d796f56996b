/** Everything in an error that may say why the call failed. Never holds what we sent. */
export interface Evidence {
  /** Names of the error classes, outermost first. */
  names: string[];
  /** Machine-readable codes and types of the provider, lower case. */
  codes: string[];
  /** Request fields that the provider complains about. */
  params: string[];
  /** The provider's sentences, bounded, without markup. */
  messages: string[];
  /** Lower-case response headers. */
  headers: Record<string, string>;
  /** Codes of the network layer (`ECONNRESET`, `UND_ERR_…`, `CERT_…`). */
  network: string[];
  status?: number;
  requestId?: string;
  /** A delay named in the body, such as "37s". */
  retryDelay?: string;
  promptTokens?: number;
  contextTokens?: number;
  /** Prompt tokens that a *successful* answer reports. */
  reportedInput?: number;
}

export const emptyEvidence = (): Evidence => ({
  names: [],
  codes: [],
  params: [],
  messages: [],
  headers: {},
  network: [],
});

/** Placeholders that gateways and HTTP libraries put where the provider said nothing. */
const FILLER = /^(?:error:? *)?(?:(?:400|413) *)?(?:bad request|payload too large|provider returned error)?[.!]?$/i;
const NO_BODY = /status code \(no body\)/i;

/** The sentences that carry information, as one text on one line. */
export function readableText(evidence: Evidence): string {
  return evidence.messages
    .filter((message) => !FILLER.test(message))
    .join(" \n ")
    .replace(/\s+/g, " ");
}

/** Whether the provider gave no reason at all, or a gateway reports that of it. */
export const gaveNoReason = (evidence: Evidence): boolean =>
  readableText(evidence) === "" || evidence.messages.some((message) => NO_BODY.test(message));
