import type { HistoryRepair } from "./model-failure.ts";

/** Refusals for length that name no numbers. Wordings with numbers are in `read-token-counts.ts`. */
export const OVERFLOW_WORDING = new RegExp(
  [
    "exceeds? (?:the )?(?:model'?s? )?(?:max(?:imum)? )?context (?:window|length|limit|size)",
    "input exceeds the context window",
    "context window exceed(?:s|ed)",
    "exceeds? the available context size",
    "contextwindowexceedederror",
    "exceeded max(?:imum)? context length",
    "input length exceeds",
    "input length and .max_tokens. exceed context limit",
    "input is too long for (?:the )?requested model",
    "prompt (?:is )?too long",
    "prompt length exceeds",
    "too many input tokens",
    "exceeds? the maximum number of tokens allowed",
    "reduce the length of (?:the|your) (?:messages|prompt|input)",
    "model token limit",
    "reached context length of",
    "is greater than the context length",
    "is longer than the (?:model's context|maximum model) length",
    "model_context_window_exceeded",
    "max_tokens must be at least 1, got -\\d",
    "input validation error: .inputs. (?:tokens \\+|must have less than)",
    "total number of tokens in the prompt cannot exceed",
    "prompt *超长",
    "(?:超出|超过).{0,12}(?:上下文|最大长度|长度限制)",
    "输入.{0,6}(?:过长|超长)",
  ].join("|"),
  "i",
);

/** A limit per time, which waiting cures: these words keep a text from being read as a refusal for length. */
export const RATE_WORDING =
  /per[- ]?min(?:ute|\b)|\b[tr]pm\b|per[- ](?:second|hour|day)|throttl|rate[ _-]?limit|too many requests|wait before|try again (?:in|after) \d|retry (?:in|after) \d|速率限制/i;

/** A parameter of ours is above what the model can *write*: sounds like length, but the prompt is fine. */
export const OUTPUT_CAP_WORDING =
  /max\w*_?tokens\b.{0,80}(?:at most|maximum allowed number of output tokens|not supported with this model)/i;

/** A body-less prompt refusal of servers that silently cut the front of a too long prompt, and the question with it. */
export const CUT_QUESTION_WORDING = /no user query found in messages/i;

export const HISTORY_WORDINGS: readonly (readonly [RegExp, HistoryRepair])[] = [
  [
    /encrypted content .{0,80}(?:could not be|cannot be) (?:verified|decrypted)|invalid .?signature.? in .?thinking/i,
    "reasoning",
  ],
  [/(?:of type )?.?reasoning.? (?:item )?.{0,40}(?:was )?provided without its required/i, "reasoning"],
  [/provided without its required .?reasoning/i, "reasoning"],
  [/item with id .{1,80} not found|items are not persisted/i, "reasoning"],
  [/thinking.{0,40}blocks? .{0,60}cannot be modified|expected .?thinking.? or .?redacted_thinking/i, "reasoning"],
  [/not valid json|surrogate|could not parse the json body|invalid (?:unicode|utf-?8)/i, "text"],
  [/(?:text content blocks|messages?|content) must (?:be|have|contain) non-?empty|content cannot be empty/i, "text"],
  [
    /.?tool_use.? ids? were found without|unexpected .?tool_use_id|without a corresponding .?tool_(?:use|call)/i,
    "pairs",
  ],
  [/no tool (?:output|call) found for function call/i, "pairs"],
  [
    /must be followed by tool messages|must be a response to a prece?eding message|tool_call_ids? did not have response/i,
    "pairs",
  ],
  [
    /tool result blocks cannot be provided in the same turn|duplicate item found with id|tool_use ids must be unique/i,
    "pairs",
  ],
  [/number of function response parts|function call turn comes immediately after/i, "pairs"],
  [/roles must alternate|first message must use|alternate between .?user.? and .?assistant/i, "order"],
  [CUT_QUESTION_WORDING, "order"],
];

export const SIZE_WORDING =
  /(?:request|payload|body|entity) (?:entity )?(?:is )?too large|exceeds? the maximum (?:request )?size|(?:image|file|document) exceeds .{0,20}maximum|maxLength: \d|string too long/i;

export const CONTENT_WORDING =
  /content (?:filter|policy|management policy)|usage polic|safety (?:system|filter)|requires moderation|was flagged|responsible ai/i;

export const BILLING_WORDING =
  /(?:exceeded|out of) your current quota|credit balance is too low|insufficient (?:credit|balance|fund|quota)|payment required|billing (?:hard limit|details|not active)|requires more credits|余额不足/i;

export const AUTH_WORDING =
  /(?:incorrect|invalid|missing|no|expired) (?:api|x-api|authentication)[- ]?key|api key (?:not|is not|in)valid|unauthori[sz]ed|authentication (?:failed|required|error)|did not provide an api key/i;

export const CONFIG_WORDING =
  /does not exist|no such model|model .{0,80}not found|(?:is |are )?not (?:supported|permitted|allowed)\b|does not support|unsupported|unknown (?:parameter|field|name|model)|unrecognized|invalid schema|invalid (?:model|function|tool|parameter|value)|array too long|image dimensions exceed|extra inputs|missing required/i;

export const TRANSIENT_WORDING =
  /overload|temporar(?:y|ily)|unavailable|try again|time(?:d)? ?-?out|internal (?:server )?error|connection (?:error|reset|closed|lost)|server had an error|terminated|fetch failed|socket hang up|network error|other side closed|capacity|bad gateway|服务.{0,4}繁忙/i;
