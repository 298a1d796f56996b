import { type Evidence, emptyEvidence } from "./evidence.ts";
import { parseEmbeddedJson, readableSentence } from "./read-sentence.ts";

const DEEPEST = 12;
const MOST_NODES = 200;

/**
 * The only keys that are followed. A list of what may be read, not of what may not: call errors also carry the whole
 * prompt, and a prompt that quotes "context length exceeded" must not decide anything.
 */
const FOLLOWED = [
  "message",
  "msg",
  "error",
  "err",
  "detail",
  "details",
  "raw",
  "metadata",
  "error_description",
  "data",
  "response",
];
const CODE_KEYS = ["code", "type", "status", "error_type", "error_code", "errorCode", "__type"];
const STATUS_KEYS = ["statusCode", "StatusCode", "status_code", "status", "code"];
/** These errors quote the model's own output in their message; only a provider error inside counts. */
const QUOTING_ERRORS = new Set(["AI_JSONParseError", "AI_TypeValidationError"]);
const NETWORK_CODE =
  /^(?:ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_\w+|EHOST\w+|ENET\w+|EADDR\w+|EPROTO|UND_ERR_\w+|ERR_\w+|CERT_\w+|\w*SELF_SIGNED\w*|UNABLE_TO_\w+)$/;

type Fields = Record<string, unknown>;

/**
 * Gathers what an unknown error says, however it is wrapped: call errors with the body as text or parsed, retry
 * errors, stream errors, causes, JSON inside a string, lists, gateway envelopes. Never throws on odd shapes.
 */
export function collectEvidence(error: unknown): Evidence {
  const evidence = emptyEvidence();
  const seen = new Set<unknown>();

  function visit(value: unknown, depth: number): void {
    if (typeof value === "string") visitText(value, depth);
    if (typeof value !== "object" || value === null) return;
    if (depth > DEEPEST || seen.size > MOST_NODES || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) visit(item, depth + 1);
      return;
    }
    visitFields(value as Fields, depth);
  }

  function visitText(text: string, depth: number): void {
    const parsed = depth < DEEPEST ? parseEmbeddedJson(text) : undefined;
    if (parsed) visit(parsed.value, depth + 1);
    const sentence = readableSentence(parsed ? parsed.around : text);
    if (sentence && !evidence.messages.includes(sentence)) evidence.messages.push(sentence);
  }

  function visitFields(fields: Fields, depth: number): void {
    const last = fields.lastError ?? (Array.isArray(fields.errors) ? fields.errors.at(-1) : undefined);
    if (last !== undefined) visit(last, depth + 1);
    readFacts(fields, evidence);
    if (typeof fields.name === "string" && QUOTING_ERRORS.has(fields.name)) {
      visitQuoted(fields, depth);
      return;
    }
    if (typeof fields.responseBody === "string") visitText(fields.responseBody, depth + 1);
    const told = evidence.status;
    visit(fields.cause, depth + 1);
    const wraps = told === undefined && evidence.status !== undefined;
    for (const key of FOLLOWED) {
      if (key !== "message" || !(wraps || last !== undefined || repeatsAnswer(fields))) visit(fields[key], depth + 1);
    }
  }

  // The cause of such an error is the SDK's own complaint about the event, not the provider's.
  function visitQuoted(fields: Fields, depth: number): void {
    const quoted = typeof fields.text === "string" ? parseEmbeddedJson(fields.text)?.value : fields.value;
    if (typeof quoted === "object" && quoted !== null && "error" in quoted) visit(quoted, depth + 1);
  }

  visit(error, 0);
  return evidence;
}

/** The message of an answered call repeats the body, or is a bare status text where the body says nothing. */
const repeatsAnswer = ({ responseBody, data }: Fields): boolean =>
  typeof responseBody === "string" || (typeof data === "object" && data !== null);

function readFacts(fields: Fields, evidence: Evidence): void {
  if (typeof fields.name === "string") evidence.names.push(fields.name);
  for (const key of CODE_KEYS) {
    const code = fields[key];
    if (typeof code !== "string" || code === "" || code.length > 200) continue;
    if (NETWORK_CODE.test(code)) evidence.network.push(code);
    else evidence.codes.push(code.toLowerCase());
  }
  if (typeof fields.param === "string") evidence.params.push(fields.param);
  readHeaders(fields.responseHeaders, evidence);
  readNumbers(fields, evidence);
  const requestId = fields.request_id ?? fields.requestId;
  if (typeof requestId === "string") evidence.requestId ??= requestId;
  if (typeof fields.retryDelay === "string") evidence.retryDelay ??= fields.retryDelay;
}

function readNumbers(fields: Fields, evidence: Evidence): void {
  for (const key of STATUS_KEYS) {
    const stated = fields[key];
    const status = typeof stated === "string" && /^\d{3}$/.test(stated) ? Number(stated) : stated;
    if (typeof status !== "number") continue;
    if (Number.isInteger(status) && status >= 400 && status <= 599) evidence.status ??= status;
  }
  if (typeof fields.n_prompt_tokens === "number") evidence.promptTokens ??= fields.n_prompt_tokens;
  if (typeof fields.n_ctx === "number") evidence.contextTokens ??= fields.n_ctx;
  const usage = fields.usage;
  if (typeof usage === "object" && usage !== null && !fields.error) {
    const input = (usage as Fields).prompt_tokens ?? (usage as Fields).input_tokens ?? (usage as Fields).inputTokens;
    if (typeof input === "number") evidence.reportedInput ??= input;
  }
}

function readHeaders(headers: unknown, evidence: Evidence): void {
  if (typeof headers !== "object" || headers === null) return;
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") evidence.headers[name.toLowerCase()] ??= value;
  }
  // Amazon names the error in a header: "ThrottlingException:http://internal.amazon.com/…".
  const amazon = evidence.headers["x-amzn-errortype"];
  if (amazon) evidence.codes.push((amazon.split(":")[0] ?? "").toLowerCase());
}
