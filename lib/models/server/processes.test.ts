import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";
import { expect, it, onTestFinished } from "vitest";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

it("runs as a process of its own with a script, settings and the control interface", async () => {
  const folder = await mkdtemp(join(tmpdir(), "model-server-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(folder, "echo.mjs");
  await writeFile(script, "export default (request) => ({ text: 'echo ' + request.messages.at(-1).text });");
  const settings = [
    "--port",
    "0",
    "--window",
    "60",
    "--key",
    "k",
    "--control",
    "--keep-bodies",
    "1",
    "--script",
    script,
  ];
  const child = spawn(process.execPath, [here("./main.ts"), ...settings], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, "exit");
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const { url, origin } = JSON.parse(String(line));
  const control = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${origin}/control/${path}`, { ...init, headers: { authorization: "Bearer k" } });
    return { status: response.status, json: await response.json() };
  };

  const model = createOpenAI({ baseURL: url, apiKey: "k" }).chat("any");
  expect((await generateText({ model, prompt: "hello" })).text).toBe("echo hello");
  const long = generateText({ model, prompt: "word ".repeat(100), maxRetries: 0 });
  await expect(long).rejects.toMatchObject({ data: { error: { code: "context_length_exceeded" } } });
  expect((await control("faults", { kind: "status", status: 503 })).status).toBe(200);
  await expect(generateText({ model, prompt: "hello", maxRetries: 0 })).rejects.toMatchObject({ statusCode: 503 });
  expect((await control("stats")).json).toMatchObject({ requests: 3, overflows: 1, refusals: { 400: 1, 503: 1 } });
  expect((await control("faults", { kind: "earthquake" })).status).toBe(400);
  expect((await control("reset", { window: 4000 })).status).toBe(200);
  expect((await generateText({ model, prompt: "word ".repeat(100) })).text).toContain("echo word");
  expect((await control("stats")).json).toMatchObject({ requests: 1, overflows: 0 });
  expect((await fetch(`${origin}/control/stats`)).status).toBe(401);
});

it("serves the practice model from a worker thread with a key of its own", async () => {
  const worker = new Worker(here("./practice-worker.ts"), { workerData: { perChunkMilliseconds: 0 } });
  onTestFinished(async () => void (await worker.terminate()));
  const [{ url, key }] = await once(worker, "message");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  const model = createOpenAI({ baseURL: url, apiKey: key }).responses("practice");
  expect((await generateText({ model, prompt: "Hello, who are you?" })).text).toContain("practice model");
  const stranger = createOpenAI({ baseURL: url, apiKey: "guess" }).responses("practice");
  await expect(generateText({ model: stranger, prompt: "Hello" })).rejects.toMatchObject({ statusCode: 401 });
});
