import type { Evidence } from "./evidence.ts";
import { readableText } from "./evidence.ts";
import type { TokenCounts } from "./model-failure.ts";

type CountName = "used" | "input" | "output" | "limit";

/** A wording with named numbers in it; matches anywhere, in any case. */
function counts(text: TemplateStringsArray, ...names: CountName[]): RegExp {
  const source = text.raw.map((part, index) => {
    const name = names[index];
    return name ? `${part}(?<${name}>\\d[\\d,]*)` : part;
  });
  return new RegExp(source.join(""), "i");
}

const I = "input" as const;
const O = "output" as const;
const U = "used" as const;
const L = "limit" as const;

/**
 * How providers and servers state that a prompt is too long, with numbers. Providers disagree on the order of used and
 * limit, so each wording names its own. The most telling wording of a family comes first.
 */
const WORDINGS: readonly RegExp[] = [
  // OpenAI and its many imitations, from the richest to the barest.
  counts`maximum context length is ${L} tokens.{0,40}you requested (?:about )?${U} tokens \(${I} (?:in your prompt|in the messages|of text input)[;,] (?:[\d,]+ of tool input, )?${O} (?:for|in) the (?:completion|output)`,
  counts`maximum context length is ${L} tokens.{0,40}you requested ${O} output tokens and your prompt contains at least ${I} input tokens, for a total of at least ${U}`,
  counts`maximum context length is ${L} tokens.{0,40}your messages resulted in ${U}`,
  counts`maximum context length is ${L} tokens and your request has ${I} input tokens \(${O} >`,
  counts`maximum context length of ${L} tokens.{0,40}requested a total of ${U} tokens: ${I} tokens from the input messages and ${O} tokens`,
  counts`maximum context length (?:is|of) ${L} tokens.{0,60}(?:requested|contains|has|resulted in|received) (?:about |at least )?${U}`,
  counts`configured limit of ${L} tokens.{0,40}resulted in ${U}`,
  counts`maximum prompt length is ${L} (?:tokens )?but the request contains ${U}`,
  // Anthropic, also passed through by others.
  counts`prompt is too long: ${U} tokens > ${L}`,
  counts`exceed context limit: ${I} \+ ${O} > ${L}`,
  counts`prompt is too long: ${U}, model maximum context length: ${L}`,
  // Gemini.
  counts`input token count \(?${U}\)? exceeds the maximum number of tokens allowed \(?${L}`,
  counts`input token count is ${U} but model only supports up to ${L}`,
  // Local servers.
  counts`request \(${U} tokens\) exceeds the available context size \(${L}`,
  counts`n_keep: ${U} *>= *n_ctx: ${L}`,
  counts`keep the first ${U} tokens when context.{0,80}context length of only ${L}`,
  counts`input \(${U} tokens\) is longer than the model's context length \(${L}`,
  counts`prompt \(length ${U}\) is longer than the maximum model length of ${L}`,
  counts`must be <= ${L}\. given: ${I} .inputs. tokens and ${O} .max_new_tokens.`,
  // Gateways and clouds.
  counts`prompt token count of ${U} exceeds the limit of ${L}`,
  counts`prompt contains ${U} tokens.{0,60}too large for model with ${L}`,
  counts`exceeded model token limit: ${L} \(requested: ${U}`,
  counts`max input tokens: ${L}, request input token count: ${U}`,
  counts`cannot exceed ${L} - received ${U}`,
  counts`maximum output tokens \(${U}\) exceeded this model context window limit \(${L}`,
  // The limit alone.
  counts`range of input length should be \[\d+, ?${L}\]`,
  counts`configured limit of ${L} tokens`,
  counts`request body too large for .{1,60} max size: ${L} tokens`,
  counts`maximum context length (?:is|of) ${L} tokens`,
];

/** Reads the counts out of a refusal for length; undefined when it is not worded as one. */
export function readTokenCounts(evidence: Evidence): TokenCounts | undefined {
  const structured = withoutContradiction({
    ...(evidence.promptTokens !== undefined && { used: evidence.promptTokens, input: evidence.promptTokens }),
    ...(evidence.contextTokens !== undefined && { limit: evidence.contextTokens }),
  });
  if (structured.limit !== undefined) return structured;
  const text = readableText(evidence);
  for (const wording of WORDINGS) {
    const groups = wording.exec(text)?.groups;
    if (groups) return withoutContradiction(fillIn(groups, /at least \d/i.test(text)));
  }
  return undefined;
}

function fillIn(groups: Record<string, string | undefined>, lowerBound: boolean): TokenCounts {
  const read = (name: CountName) => {
    const digits = groups[name]?.replaceAll(",", "");
    return digits ? Number(digits) : undefined;
  };
  const output = read("output");
  const limit = read("limit");
  const stated = read("input");
  const used = read("used") ?? (stated !== undefined ? stated + (output ?? 0) : undefined);
  // Where the total names its output, the prompt is the rest: tools count too, though some list them apart.
  const input = used !== undefined ? used - (output ?? 0) : undefined;
  return {
    ...(used !== undefined && { used }),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(limit !== undefined && { limit }),
    ...(lowerBound && used !== undefined && { lowerBound: true as const }),
  };
}

/** A "used" that does not exceed its limit was misread or counts something else: only the limit is kept. */
function withoutContradiction(found: TokenCounts): TokenCounts {
  if (found.used === undefined || found.limit === undefined || found.used > found.limit) return found;
  return { limit: found.limit };
}
