import type { Limits } from "#lib/agent/types.ts";
import { effectiveBudget, type ModelWindow, modelWindow, reservedOutput } from "#lib/models/index.ts";
import type { Runtime } from "./runtime.ts";

/** A window that a refusal taught. It corrects the setting that was in force, and is forgotten when that setting changes. */
interface LearnedWindow {
  window: number;
  configured: number | null;
}

const keyOf = ({ provider }: Runtime) => `window:${provider.baseURL}:${provider.modelId}`;

/** The practice model listens on another port at every start, and its window is known. */
async function readLearned(runtime: Runtime): Promise<number | undefined> {
  if (runtime.provider.practice) return undefined;
  const learned = (await runtime.store.settings.get(keyOf(runtime))) as LearnedWindow | undefined;
  return learned && learned.configured === (runtime.env.contextWindow ?? null) ? learned.window : undefined;
}

export async function currentWindow(runtime: Runtime): Promise<ModelWindow> {
  const { env, provider } = runtime;
  const learned = await readLearned(runtime);
  const isSmaller =
    learned !== undefined && learned < (env.contextWindow ?? provider.window ?? Number.POSITIVE_INFINITY);
  if (isSmaller) return { window: learned, source: "learned" };
  return modelWindow(provider.modelId, { configured: env.contextWindow ?? provider.window });
}

export async function currentLimits(runtime: Runtime): Promise<Limits> {
  const { window } = await currentWindow(runtime);
  return limitsOf(window, runtime.env.budget);
}

function limitsOf(window: number, configured?: number): Limits {
  const { budget } = effectiveBudget({ window, configured });
  return { window, budget, reservedOutput: reservedOutput(window) };
}

/** Keeps what a refusal said, for this run and for later ones; answers the limits from now on. */
export async function learnWindow(runtime: Runtime, current: Limits, window: number): Promise<Limits> {
  if (window >= current.window) return current;
  const learned: LearnedWindow = { window, configured: runtime.env.contextWindow ?? null };
  if (!runtime.provider.practice) await runtime.store.settings.put(keyOf(runtime), learned);
  return limitsOf(window, runtime.env.budget);
}
