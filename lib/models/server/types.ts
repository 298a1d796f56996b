/**
 * The contract of the model server. Texts are plain strings, sizes are tokens unless the name says otherwise, times are milliseconds.
 */

export type Api = "responses" | "chat";

export interface ParsedCall {
  id: string;
  name: string;
  /** As sent: usually JSON, but a model may have produced anything. */
  arguments: string;
}

/** One message of the conversation, the same for both APIs. A tool result has `toolCallId` and `output`, and an empty `text`. */
export interface ParsedMessage {
  role: "system" | "user" | "assistant" | "tool";
  text: string;
  calls: ParsedCall[];
  toolCallId?: string;
  output?: string;
}

export interface ParsedRequest {
  api: Api;
  model: string;
  stream: boolean;
  messages: ParsedMessage[];
  /** Names of the offered tools. */
  tools: string[];
  /** Counts the model requests of this server from 1. */
  requestNumber: number;
  outputLimit?: number;
}

export interface ReplyCall {
  name: string;
  /** An object is sent as JSON; a string is sent exactly as it is, so that broken arguments can be produced. */
  arguments: string | Record<string, unknown>;
  /** Default: a new one. */
  id?: string;
}

/** What the model answers. `finishReason` defaults to `tool_calls` with calls, else `stop`. */
export interface Reply {
  reasoning?: string;
  text?: string;
  calls?: ReplyCall[];
  finishReason?: "stop" | "length" | "content_filter";
  /** Reported instead of what was counted, for servers that report nonsense. */
  usage?: Partial<Usage>;
}

/** The brain: decides only from the request. A thrown error becomes status 500. */
export type Script = (request: ParsedRequest) => Reply | Promise<Reply>;

export interface Usage {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  reasoningTokens: number;
}

/** The error object of the OpenAI APIs. */
export interface ApiError {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

/**
 * Something that goes wrong on purpose. Faults wait in a queue; the first that matches a request is used up by it.
 * `afterChunks` counts text and argument pieces; a shorter answer meets the fault before its completion event.
 */
export type Fault = FaultKind & {
  /** How many requests it hits, default 1. */
  times?: number;
  /** Only requests whose body contains this text. */
  match?: string;
  /** Lets this many matching requests pass first. */
  skip?: number;
};

type FaultKind =
  /** An object body is sent as JSON, a string as it is. */
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** The connection is destroyed before any header. */
  | { kind: "destroy" }
  /** Nothing is sent for this long, then the answer comes as usual. */
  | { kind: "silence"; milliseconds: number }
  /** The connection is destroyed in the middle of the stream. */
  | { kind: "cut"; afterChunks?: number }
  /** The stream ends properly, but without the completion event. */
  | { kind: "end"; afterChunks?: number }
  /** An error event inside the stream; `failed` is the Responses event `response.failed`. */
  | { kind: "stream-error"; afterChunks?: number; error?: Partial<ApiError>; form?: "error" | "failed" }
  /** The stream pauses and then goes on; without a number it never goes on. */
  | { kind: "stall"; afterChunks?: number; milliseconds?: number };

/** `numbers` names window and sizes, `plain` names none, `other` is a wording that no client knows. */
export type RefusalWording = "numbers" | "plain" | "other";

export interface ServerSettings {
  /** Tokens of input and output together, default 128,000. */
  window: number;
  wording: RefusalWording;
  /** Whether a too long request is refused by status 400 or inside a stream that began with status 200. */
  refuseIn: "status" | "stream";
  firstByteMilliseconds: number;
  perChunkMilliseconds: number;
  /** Writes the time at which a piece leaves, in milliseconds since 1970, in place of every `{{now}}` in it. */
  stamp: boolean;
  /** Characters of a text piece; pieces of arguments are four times as long. */
  chunkSize: number;
  /**
   * Output that always needs room, default 16: it is reserved when a request names no limit, and the Responses API refuses a
   * smaller limit, as OpenAI's does.
   */
  minimumOutput: number;
  /** Accepted model names; empty accepts every name. The names of scripts are always accepted, as `script:<name>`. */
  models: string[];
  /** Bearer key that every request has to carry. */
  key?: string;
  /** Serves /control/stats, /control/faults and /control/reset. */
  control: boolean;
  /** How many of the last requests keep their body text in the statistics. */
  keepBodies: number;
}

export interface ServerOptions extends Partial<ServerSettings> {
  /** Default 0: any free port. The server listens on 127.0.0.1 only. */
  port?: number;
  /** Answers every model name that has no script of its own; default: the practice model. */
  script?: Script;
  /** Scripts by name, chosen with the model name `script:<name>`. */
  scripts?: Record<string, Script>;
}

export interface RequestRecord {
  number: number;
  api: Api;
  model: string;
  /** The status sent; 0 when the connection was destroyed before one. */
  status: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** The raw request body, while it is among the last `keepBodies`. */
  body?: string;
}

export interface ServerStats {
  requests: number;
  /** Answers other than 200, by status; an overflow told inside a stream counts as 400. */
  refusals: Record<string, number>;
  /** Requests refused because they did not fit the window. */
  overflows: number;
  /** The largest request that was asked for, refused ones included, in tokens of input. */
  largestRequest: number;
  /** The largest request that was accepted. */
  largestAccepted: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** cachedTokens ÷ inputTokens over accepted requests, 0 when there are none. */
  cachedShare: number;
  inFlight: number;
  mostInFlight: number;
  /** Clients that left before their answer was complete. */
  abandoned: number;
  /** The last requests, oldest first. */
  lastRequests: RequestRecord[];
}

export interface ModelServer {
  /** Base URL for OpenAI clients, ends in /v1. */
  url: string;
  /** http://127.0.0.1:port, where /control/… is. */
  origin: string;
  port: number;
  stats(): ServerStats;
  addFaults(...faults: Fault[]): void;
  /** Forgets statistics, faults and the prefix cache; changed settings apply from the next request. */
  reset(settings?: Partial<ServerSettings>): void;
  close(): Promise<void>;
}
