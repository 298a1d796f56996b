import type { Logger } from "pino";
import { v7 as newId } from "uuid";
import type { RaiseAlert } from "#lib/alerts.ts";
import type { Env } from "#lib/env.ts";
import type { TokenCounter, TokenizerProfile } from "#lib/models/index.ts";
import type { Store } from "#lib/store/index.ts";
import type { LiveHub } from "./live-hub.ts";
import type { Metrics } from "./observe/metrics.ts";

/** The model that answers: the person's own, or the practice model of this process. */
export interface Provider {
  baseURL: string;
  apiKey: string;
  modelId: string;
  api: "responses" | "chat";
  practice: boolean;
  /** Tokens, where the provider of the process knows it. */
  window?: number;
}

/** A run that this process works on. */
export interface ActiveRun {
  runId: string;
  conversationId: string;
  controller: AbortController;
  /** Settles when the run has ended and its end is stored. */
  ended: Promise<void>;
}

/** Everything that lives as long as the process, in one place. */
export interface Runtime {
  env: Env;
  store: Store;
  hub: LiveHub;
  provider: Provider;
  log: Logger;
  metrics: Metrics;
  alert: RaiseAlert;
  /** Names this process as the holder of its runs. */
  holder: string;
  /** By conversation. */
  active: Map<string, ActiveRun>;
  /** Set when the process is about to end: nothing new begins. */
  leaving?: true;
  /** By profile; null where there is none. One that is not here was not asked for yet, or is loading. */
  tokenizers: Map<TokenizerProfile, TokenCounter | null>;
  /** Estimates that this process computed; a stored row needs none. */
  estimates: { computed: number };
  newId(): string;
  now(): number;
}

export { newId };

/** The server evaluates modules more than once per process, so what there is one of lives on the global object. */
const key = Symbol.for("longhand.runtime");
const holder = globalThis as { [key]?: Promise<Runtime> };

export function setRuntime(runtime: Promise<Runtime>): void {
  holder[key] = runtime;
}

/** @throws Error when the process has not been started through `startRuntime` */
export function getRuntime(): Promise<Runtime> {
  const runtime = holder[key];
  if (!runtime) throw new Error("the runtime was not started");
  return runtime;
}
