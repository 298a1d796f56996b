import { randomUUID } from "node:crypto";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { createAlerts } from "#lib/alerts.ts";
import type { Env } from "#lib/env.ts";
import { PRACTICE_MODEL } from "#lib/models/server/index.ts";
import { openStore } from "#lib/store/index.ts";
import { seedSampleWorkspace } from "#lib/workspace/index.ts";
import { currentEstimator } from "./counting.ts";
import { createLiveHub } from "./live-hub.ts";
import { createLogger } from "./observe/create-logger.ts";
import { createMetrics } from "./observe/metrics.ts";
import { newId, type Provider, type Runtime } from "./runtime.ts";

const PRACTICE_WINDOW = 32_000;
const SAMPLE_WORKSPACE_ID = "sample";

/** Opens the log, starts the practice model where no other is set up, and answers when requests can be served. */
export async function startRuntime(env: Env): Promise<Runtime> {
  const log = createLogger(env.logLevel);
  const metrics = createMetrics();
  const now = Date.now;
  const store = await openStore({ dataFolder: env.dataFolder });
  await seedSample(env, store);
  const runtime: Runtime = {
    ...{ env, store, log, metrics, now, newId },
    hub: createLiveHub(now()),
    provider: await chooseProvider(env),
    alert: createAlerts({
      ...{ log, now, onAlert: (code) => metrics.alerts.inc({ code }) },
      ...(env.alertUrl && { url: env.alertUrl }),
    }),
    holder: `${process.pid}-${randomUUID()}`,
    active: new Map(),
    tokenizers: new Map(),
    estimates: { computed: 0 },
  };
  // Loads the tokenizer of the model in the background, so that it is there for the first run.
  currentEstimator(runtime);
  log.info(
    { dataFolder: env.dataFolder, model: runtime.provider.modelId, practice: runtime.provider.practice },
    "ready",
  );
  return runtime;
}

async function seedSample(env: Env, store: Runtime["store"]): Promise<void> {
  const root = path.join(env.dataFolder, "workspaces", "sample");
  await seedSampleWorkspace(root);
  await store.workspaces.ensureSample({
    id: SAMPLE_WORKSPACE_ID,
    name: "Sample: one text in many scripts",
    path: root,
  });
}

async function chooseProvider(env: Env): Promise<Provider> {
  if (env.provider) {
    const { baseURL, apiKey, model, api } = env.provider;
    return { baseURL, apiKey, modelId: model, api, practice: false };
  }
  const window = env.contextWindow ?? PRACTICE_WINDOW;
  const { url, key } = await startPracticeModel(window);
  return { baseURL: url, apiKey: key, modelId: PRACTICE_MODEL.id, api: "responses", practice: true, window };
}

function startPracticeModel(window: number): Promise<{ url: string; key: string }> {
  const worker = new Worker(new URL("../models/server/practice-worker.ts", import.meta.url), {
    workerData: { window },
  });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
