import { createOpenAI, type OpenAIProvider } from "@ai-sdk/openai";
import { captureFetch } from "./capture-fetch.ts";
import { patientFetch } from "./patient-fetch.ts";
import type { RequestCapture } from "./request-capture.ts";

const DEFAULT_BASE_URL = "https://api.openai.com/v1";

export interface ModelSettings {
  /** Where the API is, up to and without `/responses` or `/chat/completions`. */
  baseURL?: string | undefined;
  /** May be empty: many local servers ask for none. */
  apiKey: string;
  api: "responses" | "chat";
  modelId: string;
  /** Keeps requests of one conversation on one cache. */
  promptCacheKey?: string | undefined;
  capture: RequestCapture;
}

type OpenAIOptions = { store?: false; promptCacheKey?: string };

export interface ConversationModel {
  model: ReturnType<OpenAIProvider["languageModel"]>;
  /** For every `streamText` call with this model. */
  providerOptions: { openai: OpenAIOptions };
}

/**
 * A model for one run and conversation: the capture belongs to it. Retrying is the loop's business (`maxRetries: 0`).
 *
 * Responses are not stored at the provider: our log is the history, and references to stored items break with another key,
 * server or retention rule. The SDK then asks for encrypted reasoning, and sends it back, where it knows the model.
 */
export function createModel({
  baseURL,
  apiKey,
  api,
  modelId,
  promptCacheKey,
  capture,
}: ModelSettings): ConversationModel {
  const provider = createOpenAI({
    baseURL: baseURL ?? DEFAULT_BASE_URL,
    apiKey,
    fetch: captureFetch(capture, patientFetch),
  });
  return {
    model: api === "responses" ? provider.responses(modelId) : provider.chat(modelId),
    providerOptions: {
      openai: { ...(api === "responses" && { store: false as const }), ...(promptCacheKey && { promptCacheKey }) },
    },
  };
}
