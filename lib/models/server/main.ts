/**
 * Starts the model server as a process of its own and prints one line of JSON, `{ url, origin, port }`, when it listens.
 *
 *   node lib/models/server/main.ts --port 0 --window 60000 --script ./eight.ts --control
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { startModelServer } from "./model-server.ts";
import type { Script } from "./types.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    window: { type: "string" },
    wording: { type: "string" },
    "refuse-in": { type: "string" },
    "first-byte": { type: "string" },
    "per-chunk": { type: "string" },
    "chunk-size": { type: "string" },
    stamp: { type: "boolean" },
    "minimum-output": { type: "string" },
    "keep-bodies": { type: "string" },
    model: { type: "string", multiple: true },
    key: { type: "string" },
    script: { type: "string" },
    control: { type: "boolean" },
  },
});

const wholeNumber = z.coerce.number().int().min(0).exactOptional();
const settings = z
  .object({
    port: wholeNumber,
    window: wholeNumber,
    wording: z.enum(["numbers", "plain", "other"]).exactOptional(),
    refuseIn: z.enum(["status", "stream"]).exactOptional(),
    firstByteMilliseconds: wholeNumber,
    perChunkMilliseconds: wholeNumber,
    stamp: z.boolean().exactOptional(),
    chunkSize: wholeNumber,
    minimumOutput: wholeNumber,
    keepBodies: wholeNumber,
    models: z.array(z.string()).exactOptional(),
    key: z.string().exactOptional(),
    control: z.boolean().exactOptional(),
  })
  .parse(
    withoutMissing({
      port: values.port,
      window: values.window,
      wording: values.wording,
      refuseIn: values["refuse-in"],
      firstByteMilliseconds: values["first-byte"],
      perChunkMilliseconds: values["per-chunk"],
      stamp: values.stamp,
      chunkSize: values["chunk-size"],
      minimumOutput: values["minimum-output"],
      keepBodies: values["keep-bodies"],
      models: values.model,
      key: values.key,
      control: values.control,
    }),
  );

const loaded = values.script === undefined ? {} : { script: await loadScript(values.script) };
const server = await startModelServer({ ...settings, ...loaded });
process.stdout.write(`${JSON.stringify({ url: server.url, origin: server.origin, port: server.port })}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());

/** A module with the script as its default export or as `script`. */
async function loadScript(path: string): Promise<Script> {
  const loadedModule: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href);
  const script = loadedModule.default ?? loadedModule.script;
  if (typeof script !== "function")
    throw new Error(`${path} exports no script: a default export or one named "script".`);
  return script as Script;
}

function withoutMissing(entries: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
