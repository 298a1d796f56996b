import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateText, jsonSchema, type ModelMessage, streamText, type ToolSet } from "ai";
import { afterEach, describe, expect, it } from "vitest";
import { startModelServer } from "./model-server.ts";
import type { Api, Fault, ModelServer, ParsedRequest, Reply, ServerOptions } from "./types.ts";

const APIS: Api[] = ["responses", "chat"];
const tools: ToolSet = {
  look: {
    description: "Looks",
    inputSchema: jsonSchema({ type: "object", properties: { at: { type: "string" } } }),
  },
};

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(options: ServerOptions): Promise<ModelServer> {
  server = await startModelServer(options);
  return server;
}

function modelOf({ url }: ModelServer, api: Api, apiKey = "none", id = "some-model") {
  const openai = createOpenAI({ baseURL: url, apiKey });
  return api === "responses" ? openai.responses(id) : openai.chat(id);
}

const keepNothing = { openai: { store: false } };

interface Ask {
  messages?: ModelMessage[];
  instructions?: string;
  maxOutputTokens?: number;
}

/** One step through the real provider: what the stream held, whatever happened to it. */
async function ask(target: ModelServer, api: Api, { messages, ...rest }: Ask = {}) {
  const parts: { type: string; error?: unknown }[] = [];
  let text = "";
  let thrown: unknown;
  const result = streamText({
    model: modelOf(target, api),
    messages: messages ?? [{ role: "user", content: "Hello" }],
    tools,
    maxRetries: 0,
    providerOptions: keepNothing,
    onError: () => {},
    ...rest,
  });
  try {
    for await (const part of result.stream) {
      parts.push(part);
      if (part.type === "text-delta") text += part.text;
    }
  } catch (error) {
    thrown = error;
  }
  const error = thrown ?? parts.find((part) => part.type === "error")?.error;
  return { result, parts, text, error };
}

const longText = "Ünïcode 𠮷 and 😀 words. ".repeat(40);

describe.each(APIS)("the %s API", (api) => {
  it("streams text in pieces with usage and finish reason", async () => {
    const target = await start({ script: () => ({ text: longText }) });
    const { result, parts, text } = await ask(target, api);
    expect(text).toBe(longText);
    expect(parts.filter((part) => part.type === "text-delta").length).toBeGreaterThan(10);
    expect(await result.finishReason).toBe("stop");
    const usage = await result.usage;
    const record = target.stats().lastRequests[0];
    expect(usage.inputTokens).toBe(record?.inputTokens);
    expect(usage.outputTokens).toBe(record?.outputTokens);
    expect(usage.outputTokens).toBeGreaterThan(100);
  });

  it("streams parallel calls whose results come back as a neutral list", async () => {
    const seen: ParsedRequest[] = [];
    const calls = [
      { name: "look", arguments: { at: "a".repeat(300) } },
      { name: "look", arguments: { at: "b" } },
    ];
    const target = await start({
      script: (request) => {
        seen.push(request);
        return request.requestNumber === 1 ? { text: "I look.", calls } : { text: "Seen." };
      },
    });
    const first = await ask(target, api);
    expect(await first.result.finishReason).toBe("tool-calls");
    const made = await first.result.toolCalls;
    expect(made.map((call) => call.input)).toEqual(calls.map((call) => call.arguments));
    expect(new Set(made.map((call) => call.toolCallId)).size).toBe(2);
    expect(first.parts.filter((part) => part.type === "tool-input-delta").length).toBeGreaterThan(3);

    const answers: ModelMessage = {
      role: "tool",
      content: made.map((call, index) => ({
        type: "tool-result",
        toolCallId: call.toolCallId,
        toolName: "look",
        output: { type: "text", value: `result ${index}` },
      })),
    };
    const messages: ModelMessage[] = [
      { role: "user", content: "Look" },
      ...(await first.result.responseMessages),
      answers,
    ];
    const second = await ask(target, api, { messages, instructions: "Be brief." });
    expect(second.text).toBe("Seen.");
    const request = seen[1];
    expect(request?.tools).toEqual(["look"]);
    expect(request?.messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "tool", "tool"]);
    expect(request?.messages[2]).toMatchObject({ text: "I look.", calls: [{ name: "look" }, { name: "look" }] });
    expect(request?.messages.slice(3).map((message) => message.output)).toEqual(["result 0", "result 1"]);
  });

  it("answers without streaming too", async () => {
    const target = await start({ script: () => ({ text: "Hi.", calls: [{ name: "look", arguments: { at: "x" } }] }) });
    const result = await generateText({
      model: modelOf(target, api),
      prompt: "Hello",
      tools,
      maxRetries: 0,
      providerOptions: keepNothing,
    });
    expect(result.text).toBe("Hi.");
    expect(result.toolCalls[0]?.input).toEqual({ at: "x" });
    expect(result.finishReason).toBe("tool-calls");
    expect(result.usage.outputTokens).toBeGreaterThan(0);
  });

  it("stops at the output limit", async () => {
    const target = await start({ script: () => ({ text: longText }) });
    const { result, text } = await ask(target, api, { maxOutputTokens: 20 });
    expect(await result.finishReason).toBe("length");
    expect(longText.startsWith(text)).toBe(true);
    expect((await result.usage).outputTokens).toBe(20);
  });

  it("cuts the arguments of a call at the output limit", async () => {
    const calls = [{ name: "look", arguments: { at: "word ".repeat(100) } }];
    const target = await start({ script: () => ({ calls }) });
    const { result } = await ask(target, api, { maxOutputTokens: 30 });
    expect(await result.finishReason).toBe("length");
  });

  it("accepts exactly the window and refuses one token more with the numbers", async () => {
    const target = await start({ script: () => ({ text: "ok" }) });
    await ask(target, api, { maxOutputTokens: 50 });
    const size = target.stats().largestRequest;

    target.reset({ window: size + 50 });
    expect((await ask(target, api, { maxOutputTokens: 50 })).text).toBe("ok");

    target.reset({ window: size + 49 });
    const { error } = await ask(target, api, { maxOutputTokens: 50 });
    expect(APICallError.isInstance(error) && error.statusCode).toBe(400);
    expect(APICallError.isInstance(error) && error.isRetryable).toBe(false);
    expect(APICallError.isInstance(error) && error.data).toEqual({
      error: {
        message: `This model's maximum context length is ${size + 49} tokens. However, you requested ${size + 50} tokens (${size} in the messages, 50 in the completion). Please reduce the length of the messages or completion.`,
        type: "invalid_request_error",
        param: api === "chat" ? "messages" : "input",
        code: "context_length_exceeded",
      },
    });
    expect(target.stats()).toMatchObject({ requests: 1, overflows: 1, refusals: { 400: 1 }, largestAccepted: 0 });
  });

  it.each(["plain", "other"] as const)("refuses in %s words", async (wording) => {
    const target = await start({ window: 20, wording });
    const { error } = await ask(target, api);
    const code = wording === "plain" ? "context_length_exceeded" : "job_above_size";
    expect(APICallError.isInstance(error) && error.data).toMatchObject({ error: { code } });
    expect(/\d/.test(error instanceof Error ? error.message : "0")).toBe(wording === "other");
  });

  it("refuses inside the stream when told so", async () => {
    const target = await start({ window: 20, refuseIn: "stream" });
    const { error } = await ask(target, api);
    expect(error).toMatchObject({ message: expect.stringContaining("maximum context length is 20 tokens") });
    expect(target.stats()).toMatchObject({ overflows: 1, refusals: { 400: 1 } });
    expect(target.stats().lastRequests[0]?.status).toBe(200);
  });

  it("reports the shared beginning as cached from 1,024 tokens on, in steps of 128", async () => {
    const target = await start({ script: () => ({ text: "ok" }) });
    const messages: ModelMessage[] = [{ role: "user", content: "One two three. ".repeat(500) }];
    expect((await (await ask(target, api, { messages })).result.usage).inputTokenDetails.cacheReadTokens).toBe(0);
    const before = target.stats().lastRequests[0]?.inputTokens ?? 0;

    messages.push({ role: "assistant", content: "ok" }, { role: "user", content: "More" });
    const grown = (await (await ask(target, api, { messages })).result.usage).inputTokenDetails.cacheReadTokens ?? 0;
    expect(grown % 128).toBe(0);
    expect(grown).toBeGreaterThan(before - 3 - 128);
    expect(grown).toBeLessThanOrEqual(before);

    const changed: ModelMessage[] = [{ role: "user", content: `Zero. ${"One two three. ".repeat(500)}` }];
    const usage = await (await ask(target, api, { messages: changed })).result.usage;
    expect(usage.inputTokenDetails.cacheReadTokens).toBe(0);
  });

  it("answers a status fault with its body and headers and then goes on as usual", async () => {
    const target = await start({ script: () => ({ text: "ok" }) });
    const body = { error: { message: "Slow down", type: "tokens", param: null, code: "rate_limit_exceeded" } };
    target.addFaults({ kind: "status", status: 429, headers: { "retry-after": "7" }, body });
    const { error } = await ask(target, api);
    expect(error).toMatchObject({ statusCode: 429, data: body, responseHeaders: { "retry-after": "7" } });
    expect((await ask(target, api)).text).toBe("ok");
    expect(target.stats().refusals).toEqual({ 429: 1 });
  });

  it("destroys the connection before headers", async () => {
    const target = await start({ script: () => ({ text: "ok" }) });
    target.addFaults({ kind: "destroy" });
    const { error } = await ask(target, api);
    expect(error).toMatchObject({ isRetryable: true });
    expect(target.stats().lastRequests[0]?.status).toBe(0);
  });

  it("cuts the connection in the middle of the text", async () => {
    const target = await start({ script: () => ({ text: longText }) });
    target.addFaults({ kind: "cut", afterChunks: 5 });
    const { error, text, parts } = await ask(target, api);
    expect(longText.startsWith(text) && text.length > 0).toBe(true);
    expect(parts.filter((part) => part.type === "text-delta").length).toBe(5);
    expect(error).toBeDefined();
    expect(target.stats().abandoned).toBe(0);
  });

  it("ends the stream without completing it", async () => {
    const target = await start({ script: () => ({ text: longText }) });
    target.addFaults({ kind: "end", afterChunks: 3 });
    const { error, result, text } = await ask(target, api);
    expect(error).toBeUndefined();
    expect(text.length).toBeLessThan(longText.length);
    expect(await result.finishReason).toBe("interrupted");
  });

  it.each(["error", "failed"] as const)("sends an error event in the stream (%s)", async (form) => {
    const target = await start({ script: () => ({ text: longText }) });
    target.addFaults({
      kind: "stream-error",
      afterChunks: 4,
      form,
      error: { code: "server_error", message: "Broken" },
    });
    const { error, result, text } = await ask(target, api);
    expect(error).toMatchObject({ message: "Broken", code: "server_error" });
    expect(text.length).toBeGreaterThan(0);
    expect(await result.finishReason).toBe("error");
  });

  it("is silent or stalls for a while and then goes on", async () => {
    const target = await start({ script: () => ({ text: longText }) });
    const pauses: Fault[] = [
      { kind: "silence", milliseconds: 30 },
      { kind: "stall", afterChunks: 2, milliseconds: 30 },
    ];
    for (const fault of pauses) {
      target.addFaults(fault);
      expect((await ask(target, api)).text).toBe(longText);
    }
  });

  it("stalls until the client leaves, and counts that", async () => {
    const target = await start({ script: () => ({ text: longText }) });
    target.addFaults({ kind: "stall", afterChunks: 2 });
    const leaving = new AbortController();
    const result = streamText({
      model: modelOf(target, api),
      prompt: "Hello",
      maxRetries: 0,
      abortSignal: leaving.signal,
      onError: () => {},
    });
    for await (const part of result.stream) if (part.type === "text-delta") leaving.abort();
    await expect.poll(() => target.stats()).toMatchObject({ abandoned: 1, inFlight: 0 });
  });

  it("applies a fault only where its text matches, after its skips, as often as told", async () => {
    const target = await start({ script: () => ({ text: "ok" }) });
    target.addFaults({ kind: "status", status: 503, match: "Special", skip: 1, times: 2 });
    const statuses: number[] = [];
    for (const content of ["Special", "Usual", "Special", "Special", "Special"]) {
      await ask(target, api, { messages: [{ role: "user", content }] });
      statuses.push(target.stats().lastRequests.at(-1)?.status ?? -1);
    }
    expect(statuses).toEqual([200, 200, 503, 503, 200]);
  });

  it("turns a failing script into status 500", async () => {
    const target = await start({
      script: () => {
        throw new Error("no idea");
      },
    });
    expect((await ask(target, api)).error).toMatchObject({
      statusCode: 500,
      data: { error: { code: "script_failed" } },
    });
  });

  it("refuses calls without results and results without calls", async () => {
    const target = await start({});
    const bodies = {
      chat: [
        [
          {
            role: "assistant",
            tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: "{}" } }],
          },
        ],
        [{ role: "tool", tool_call_id: "c1", content: "x" }],
      ],
      responses: [
        [{ type: "function_call", call_id: "c1", name: "look", arguments: "{}" }],
        [{ type: "function_call_output", call_id: "c1", output: "x" }],
      ],
    };
    for (const messages of bodies[api]) {
      const { status, json } = await post(target, api, { model: "m", messages, input: messages });
      expect(status).toBe(400);
      expect(json.error.type).toBe("invalid_request_error");
    }
  });

  it("asks for the key", async () => {
    const target = await start({ key: "secret", script: () => ({ text: "ok" }) });
    expect((await ask(target, api)).error).toMatchObject({ statusCode: 401 });
    const result = await generateText({ model: modelOf(target, api, "secret"), prompt: "Hello" });
    expect(result.text).toBe("ok");
  });

  it("knows its models and chooses scripts by name", async () => {
    const scripts = { other: (): Reply => ({ text: "from other" }) };
    const target = await start({ models: ["main"], script: () => ({ text: "from main" }), scripts });
    const textOf = async (id: string) =>
      (await generateText({ model: modelOf(target, api, "none", id), prompt: "Hello", maxRetries: 0 })).text;
    expect(await textOf("main")).toBe("from main");
    expect(await textOf("script:other")).toBe("from other");
    await expect(textOf("unknown")).rejects.toMatchObject({
      statusCode: 404,
      data: { error: { code: "model_not_found" } },
    });
    const listed: unknown = await (await fetch(`${target.url}/models`)).json();
    expect(listed).toMatchObject({ data: [{ id: "main" }, { id: "script:practice" }, { id: "script:other" }] });
  });
});

it("streams reasoning with its encrypted form, which comes back in the next request", async () => {
  const target = await start({ keepBodies: 2, script: () => ({ reasoning: "Let me think.", text: "Done." }) });
  const openai = createOpenAI({ baseURL: target.url, apiKey: "none" });
  const options = { openai: { store: false, forceReasoning: true, reasoningSummary: "auto" } } as const;
  const first = streamText({ model: openai("thinker"), prompt: "Hello", providerOptions: options, maxRetries: 0 });
  expect((await first.finalStep).reasoningText).toBe("Let me think.");
  expect((await first.usage).outputTokenDetails.reasoningTokens).toBeGreaterThan(0);
  const messages: ModelMessage[] = [
    { role: "user", content: "Hello" },
    ...(await first.responseMessages),
    { role: "user", content: "Go on" },
  ];
  const second = streamText({ model: openai("thinker"), messages, providerOptions: options, maxRetries: 0 });
  expect(await second.text).toBe("Done.");
  expect(target.stats().lastRequests[1]?.body).toContain("encrypted_content");
});

it("refuses references to items that it does not keep, and reasoning without what followed it", async () => {
  const target = await start({});
  const reference = await post(target, "responses", { model: "m", input: [{ type: "item_reference", id: "msg_1" }] });
  expect(reference.status).toBe(404);
  const alone = [
    { type: "reasoning", id: "rs_1", summary: [] },
    { role: "user", content: "x" },
  ];
  const reasoning = await post(target, "responses", { model: "m", input: alone });
  expect(reasoning.json.error.message).toContain("without its required following item");
});

it("refuses an output limit below the minimum, as only the Responses API does", async () => {
  const target = await start({ script: () => ({ text: "ok" }) });
  const limits = { max_output_tokens: 8, max_tokens: 8 };
  expect((await post(target, "responses", { model: "m", input: "x", ...limits })).json.error.code).toBe(
    "integer_below_min_value",
  );
  expect((await post(target, "chat", { model: "m", messages: [], ...limits })).status).toBe(200);
  expect(target.stats().overflows).toBe(0);
});

it("counts words that look like control tokens as text", async () => {
  const target = await start({ script: () => ({ text: "ok" }) });
  const { status } = await post(target, "chat", { model: "m", messages: [{ role: "user", content: "<|endoftext|>" }] });
  expect(status).toBe(200);
});

it("counts pictures at a flat price and not by their bytes", async () => {
  const target = await start({ script: () => ({ text: "ok" }) });
  const content = [{ type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(100_000)}` } }];
  await post(target, "chat", { model: "m", messages: [{ role: "user", content }] });
  expect(target.stats().largestRequest).toBeGreaterThan(1100);
  expect(target.stats().largestRequest).toBeLessThan(1200);
});

it("refuses broken JSON and unknown shapes", async () => {
  const target = await start({});
  const broken = await fetch(`${target.url}/responses`, { method: "POST", body: '{"model":' });
  expect(broken.status).toBe(400);
  const shape = await post(target, "chat", { model: "m", messages: [{ role: "stranger" }] });
  expect(shape.json.error.message).toContain("messages.0.role");
  expect((await fetch(`${target.url}/embeddings`, { method: "POST", body: "{}" })).status).toBe(404);
});

it("keeps the raw bodies of the last requests", async () => {
  const target = await start({ keepBodies: 2, script: () => ({ text: "ok" }) });
  for (const content of ["one", "two", "three"]) {
    await post(target, "chat", { model: "m", messages: [{ role: "user", content }] });
  }
  const bodies = target.stats().lastRequests.map((record) => record.body);
  expect(bodies[0]).toBeUndefined();
  expect(bodies.slice(1).map((body) => JSON.parse(body ?? "{}").messages[0].content)).toEqual(["two", "three"]);
});

async function post(target: ModelServer, api: Api, body: object) {
  const path = api === "chat" ? "chat/completions" : "responses";
  const response = await fetch(`${target.url}/${path}`, { method: "POST", body: JSON.stringify(body) });
  const json: { error: { message: string; type: string; code: string | null } } = await response.json();
  return { status: response.status, json };
}
