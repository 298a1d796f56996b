import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isStepCount, streamText } from "ai";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { classifyError } from "./classify/classify-error.ts";
import { createModel, type ModelSettings } from "./create-model.ts";
import { RequestNotRecorded } from "./request-capture.ts";

interface Received {
  url: string;
  authorization: string | undefined;
  body: string;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startProvider(answer: (response: ServerResponse, request: Received) => void) {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization } = request.headers;
    const entry = { url: request.url ?? "", authorization, body: Buffer.concat(chunks).toString("utf8") };
    received.push(entry);
    answer(response, entry);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { received, baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const sse = (events: unknown[]) =>
  [...events.map((event) => JSON.stringify(event)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("");

function answerChat(response: ServerResponse) {
  const chunk = (choice: object, more: object = {}) => ({
    id: "c1",
    created: 0,
    model: "m",
    choices: [{ index: 0, ...choice }],
    ...more,
  });
  response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": "req_1" });
  response.end(
    sse([
      chunk({ delta: { role: "assistant", content: "Hello" }, finish_reason: null }),
      chunk(
        { delta: {}, finish_reason: "stop" },
        { usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } },
      ),
    ]),
  );
}

function answerResponses(response: ServerResponse) {
  const head = { id: "resp_1", object: "response", created_at: 0, model: "gpt-5", output: [] };
  const usage = {
    input_tokens: 7,
    output_tokens: 2,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const message = { type: "message", id: "msg_1", role: "assistant", content: [] };
  response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": "req_1" });
  response.end(
    sse([
      { type: "response.created", response: { ...head, status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item: message },
      { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: "Hello" },
      { type: "response.output_item.done", output_index: 0, item: message },
      { type: "response.completed", response: { ...head, status: "completed", usage } },
    ]),
  );
}

const noCapture: ModelSettings["capture"] = { onRequest: async () => {}, onResponse: () => {} };

async function run(settings: Partial<ModelSettings> & { baseURL: string }, abortSignal?: AbortSignal) {
  const { model, providerOptions } = createModel({
    apiKey: "key-1",
    api: "chat",
    modelId: "local",
    capture: noCapture,
    ...settings,
  });
  const errors: unknown[] = [];
  const result = streamText({
    model,
    providerOptions,
    instructions: "Be brief.",
    prompt: "Grüße, 世界 📁",
    maxRetries: 0,
    stopWhen: isStepCount(1),
    onError: ({ error }) => {
      errors.push(error);
    },
    ...(abortSignal && { abortSignal }),
  });
  let text = "";
  try {
    for await (const part of result.stream) {
      if (part.type === "text-delta") text += part.text;
    }
  } catch (error) {
    // A lost connection breaks the stream itself, beside the error parts.
    errors.push(error);
  }
  return { text, errors };
}

it("shows the capture exactly the bytes that the provider receives, on the chat API", async () => {
  const { baseURL, received } = await startProvider(answerChat);
  const captured: [string, string][] = [];
  const answers: { status: number; headers: Record<string, string> }[] = [];
  const { text, errors } = await run({
    baseURL,
    promptCacheKey: "chat-1",
    capture: {
      onRequest: async (body, url) => {
        captured.push([body, url]);
      },
      onResponse: (response) => {
        answers.push(response);
      },
    },
  });
  expect(errors).toEqual([]);
  expect(text).toBe("Hello");
  expect(received).toEqual([{ url: "/v1/chat/completions", authorization: "Bearer key-1", body: captured[0]?.[0] }]);
  expect(captured).toEqual([[received[0]?.body, `${baseURL}/chat/completions`]]);
  expect(answers).toEqual([{ status: 200, headers: expect.objectContaining({ "x-request-id": "req_1" }) }]);
  const body = z.looseObject({}).parse(JSON.parse(received[0]?.body ?? ""));
  expect(body).toMatchObject({ model: "local", prompt_cache_key: "chat-1", stream: true });
  expect(body).not.toHaveProperty("store");
  expect(received[0]?.body).toContain("Grüße, 世界 📁");
});

it("keeps nothing at the provider on the Responses API, and asks for reasoning that it can send back", async () => {
  const { baseURL, received } = await startProvider(answerResponses);
  const { text, errors } = await run({ baseURL, api: "responses", modelId: "gpt-5", promptCacheKey: "chat-1" });
  expect(errors).toEqual([]);
  expect(text).toBe("Hello");
  expect(received.map(({ url }) => url)).toEqual(["/v1/responses"]);
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
    model: "gpt-5",
    store: false,
    include: ["reasoning.encrypted_content"],
    prompt_cache_key: "chat-1",
  });
});

it("sends nothing before the capture is done", async () => {
  const { baseURL, received } = await startProvider(answerChat);
  const order: string[] = [];
  const release = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const running = run({
    baseURL,
    capture: {
      onRequest: async () => {
        asked.resolve();
        await release.promise;
        order.push(`recorded after ${received.length} requests`);
      },
      onResponse: () => {
        order.push("answered");
      },
    },
  });
  await asked.promise;
  // Other traffic gets through meanwhile, so the server would have seen a request that did not wait.
  await run({ baseURL });
  release.resolve();
  await running;
  expect(order).toEqual(["recorded after 1 requests", "answered"]);
  expect(received).toHaveLength(2);
});

it.each(["chat", "responses"] as const)("sends nothing when the capture refuses, and says why (%s)", async (api) => {
  const { baseURL, received } = await startProvider(answerChat);
  const reason = Object.assign(new Error("database gone"), { code: "ECONNREFUSED" });
  const capture = { onRequest: () => Promise.reject(reason), onResponse: () => {} };
  const { errors } = await run({ baseURL, api, capture });
  expect(received).toEqual([]);
  expect(errors).toHaveLength(1);
  expect(RequestNotRecorded.isInstance(errors[0]) && errors[0].reason).toBe(reason);
  expect(classifyError(errors[0]).class).toBe("UNRECORDED");
});

it("drops an answer whose head could not be recorded", async () => {
  const { baseURL } = await startProvider(answerChat);
  const capture = { onRequest: async () => {}, onResponse: () => Promise.reject(new Error("disk full")) };
  const { text, errors } = await run({ baseURL, capture });
  expect(text).toBe("");
  expect(errors.map((error) => classifyError(error).class)).toEqual(["UNRECORDED"]);
});

it("works without a key, and adds no key of its own", async () => {
  const { baseURL, received } = await startProvider(answerChat);
  expect((await run({ baseURL, apiKey: "" })).text).toBe("Hello");
  expect(received[0]?.authorization?.trim()).toBe("Bearer");
});

it.each([
  [
    "chat",
    400,
    { error: { message: "prompt is too long: 207831 tokens > 200000 maximum", type: "x", code: null } },
    "OVERFLOW",
  ],
  ["responses", 500, { error: "the input length exceeds the context length" }, "OVERFLOW"],
  ["chat", 413, "<html><head><title>413 Request Entity Too Large</title></head></html>", "SIZE"],
  ["chat", 401, null, "AUTH"],
] as const)("a real refusal comes through the SDK and is told apart: %s %i", async (api, status, body, expected) => {
  const { baseURL, received } = await startProvider((response) => {
    response.writeHead(status, { "x-request-id": "req_9" });
    response.end(body === null ? "" : typeof body === "string" ? body : JSON.stringify(body));
  });
  const { errors } = await run({ baseURL, api });
  expect(received).toHaveLength(1);
  expect(classifyError(errors[0])).toMatchObject({ class: expected, status, providerRequestId: "req_9" });
});

it.each([
  [{ error: { message: "Overloaded", type: "overloaded_error" } }, "TRANSIENT"],
  [
    { error: { message: "The prompt is too long: 300000, model maximum context length: 262143", code: 400 } },
    "OVERFLOW",
  ],
  [{ error: "Reached context length of 4096 tokens" }, "OVERFLOW"],
] as const)("a refusal inside a stream is told apart: %j", async (event, expected) => {
  const start = {
    id: "c1",
    created: 0,
    model: "m",
    choices: [{ index: 0, delta: { role: "assistant", content: "He" }, finish_reason: null }],
  };
  const { baseURL } = await startProvider((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(sse([start, event]));
  });
  const { text, errors } = await run({ baseURL });
  expect(text).toBe("He");
  expect(classifyError(errors[0]).class).toBe(expected);
});

it.each([false, true])("a connection lost mid-answer is temporary (after a first word: %s)", async (begun) => {
  const { baseURL } = await startProvider((response) => {
    if (!begun) return response.destroy();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(
      'data: {"id":"c1","created":0,"model":"m","choices":[{"index":0,"delta":{"content":"He"},"finish_reason":null}]}\n\n',
    );
    return setImmediate(() => response.destroy());
  });
  const { errors } = await run({ baseURL });
  expect(errors.map((error) => classifyError(error).class)).toEqual(["TRANSIENT"]);
});

it("nobody listening is temporary", async () => {
  const { baseURL } = await startProvider(answerChat);
  for (const close of closers.splice(0)) await close();
  const { errors } = await run({ baseURL });
  expect(errors.map((error) => classifyError(error).class)).toEqual(["TRANSIENT"]);
});

it("an abort reaches the connection", async () => {
  const stop = new AbortController();
  const gone = Promise.withResolvers<void>();
  const { baseURL } = await startProvider((response) => {
    response.on("close", () => gone.resolve());
    stop.abort();
  });
  const { errors } = await run({ baseURL }, stop.signal);
  await gone.promise;
  expect(errors).toEqual([]);
});
