/**
 * The practice model in a worker thread: counting tokens and streaming must not hold up the app that starts it. Posts one
 * message, `{ url, key }`, when it listens; a failure to start is the worker's `error` event. It lives until it is terminated.
 */
import { randomBytes } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { startModelServer } from "./model-server.ts";
import { PRACTICE_MODEL } from "./practice/practice-model.ts";

/** About reading speed. */
const PRACTICE_PACE = { perChunkMilliseconds: 25, chunkSize: 24 };

const settings = z
  .object({
    window: z.number().int().min(1).exactOptional(),
    perChunkMilliseconds: z.number().min(0).exactOptional(),
    chunkSize: z.number().int().min(2).exactOptional(),
  })
  .parse(workerData ?? {});

const key = randomBytes(32).toString("hex");
const server = await startModelServer({ ...PRACTICE_PACE, ...settings, models: [PRACTICE_MODEL.id], key });
parentPort?.postMessage({ url: server.url, key });
