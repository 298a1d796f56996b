import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createCounter, type TokenCounter } from "./create-counter.ts";
import type { TokenizerProfile } from "./profiles.ts";
import type { LoadedVocabulary } from "./vocabulary.ts";

const loading = new Map<TokenizerProfile, Promise<TokenCounter | undefined>>();

/**
 * The tokenizer of a family, or undefined where none is installed. Its vocabulary is read in a worker and handed over without a
 * copy, so the event loop is not held. Loaded once per process and kept: up to 25 MB.
 * @throws Error (rejects) when an installed vocabulary cannot be read; the next call tries again
 */
export function loadTokenizer(profile: TokenizerProfile): Promise<TokenCounter | undefined> {
  let counter = loading.get(profile);
  if (!counter) {
    counter = load(profile);
    loading.set(profile, counter);
    counter.catch(() => loading.delete(profile));
  }
  return counter;
}

async function load(profile: TokenizerProfile): Promise<TokenCounter | undefined> {
  if (profile === "unknown") return undefined;
  const worker = new Worker(new URL("./vocabulary-worker.ts", import.meta.url), { workerData: { profile } });
  try {
    // An error of the worker rejects.
    const [loaded] = (await once(worker, "message")) as [LoadedVocabulary | undefined];
    return loaded && createCounter(loaded);
  } finally {
    await worker.terminate();
  }
}
