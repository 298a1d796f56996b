import { APICallError, RetryError, TypeValidationError } from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { RequestNotRecorded } from "../request-capture.ts";
import { classifyError } from "./classify-error.ts";
import { type Fixture, fixtures } from "./fixtures.ts";
import { isRetryable } from "./model-failure.ts";
import { callError, wrappings } from "./wrappings.ts";

const answers = fixtures.filter(({ kind }) => kind === "answer");
/** Told by the status alone, so only wrappings that keep it can tell. */
const STATUS_TELLS = new Set(["refused-without-a-body", "unknown-words-for-a-large-request"]);
const NO_COUNTS = { used: undefined, input: undefined, output: undefined, limit: undefined };

function expectFailure(error: unknown, { context, expect: expected }: Fixture, withoutHead = false) {
  const failure: Record<string, unknown> = { ...classifyError(error, context) };
  const { retryAfterMs: _fromHeaders, ...wordsOnly } = expected;
  const wanted: Record<string, unknown> = { ...NO_COUNTS, ...(withoutHead ? wordsOnly : expected) };
  expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, failure[key]]))).toEqual(wanted);
}

describe.each(wrappings)("a refusal that arrives as $name", ({ wrap, keepsHead }) => {
  const told = answers.filter(({ name }) => keepsHead || !STATUS_TELLS.has(name));
  it.each(told)("is recognised: $name", (fixture) => {
    expectFailure(wrap(fixture), fixture, !keepsHead);
  });
});

describe("a failure without an answer", () => {
  const [thrown] = fixtures.filter(({ kind }) => kind === "thrown");

  it("is told by the network's code, also after retries and as a cause", () => {
    if (!thrown) throw new Error("fixture missing");
    expectFailure(thrown.body, thrown);
    expectFailure({ type: "error", error: thrown.body }, thrown);
    expectFailure(new Error("failed", { cause: thrown.body }), thrown);
  });

  it.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "EPIPE",
    "ENOTFOUND",
    "EAI_AGAIN",
    "UND_ERR_SOCKET",
    "UND_ERR_BODY_TIMEOUT",
  ])("%s is temporary", (code) => {
    const cause = new TypeError("fetch failed", { cause: Object.assign(new Error("socket"), { code }) });
    const error = new APICallError({
      message: "Cannot connect to API: socket",
      url: "x",
      requestBodyValues: {},
      cause,
    });
    expect(classifyError(error)).toMatchObject({
      class: "TRANSIENT",
      message: "The connection to the provider failed.",
    });
  });

  it.each(["terminated", "fetch failed", "socket hang up", "other side closed"])("%j is temporary", (words) => {
    expect(classifyError(new TypeError(words)).class).toBe("TRANSIENT");
  });

  it.each([408, 409, 500, 502, 503, 504, 520, 529])("status %i without words is temporary", (status) => {
    expect(
      classifyError(callError({ name: "", kind: "answer", status, body: null, expect: { class: "" } })).class,
    ).toBe("TRANSIENT");
  });

  it("an untrusted certificate is a matter of settings", () => {
    const cause = Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(classifyError(new TypeError("fetch failed", { cause })).class).toBe("CONFIG");
  });
});

describe("what is no failure of the provider", () => {
  it("an abort is a stop, also inside another error", () => {
    const abort = new DOMException("This operation was aborted", "AbortError");
    expect(classifyError(abort).class).toBe("STOPPED");
    expect(classifyError(new Error("Failed to process successful response", { cause: abort })).class).toBe("STOPPED");
  });

  it("a request that could not be recorded is told from a lost provider, whatever the reason", () => {
    const lost = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    expect(classifyError(new RequestNotRecorded(lost)).class).toBe("UNRECORDED");
  });

  it("a success above the window is silent overflow, and one below is nothing to act on", () => {
    const success = fixtures.find(({ kind }) => kind === "success");
    if (!success) throw new Error("fixture missing");
    expectFailure(success.body, success);
    expect(classifyError(success.body, { window: 200_000 }).class).toBe("UNKNOWN");
  });
});

describe("a refusal without words", () => {
  const silent = { name: "", kind: "answer", status: 400, body: null, expect: { class: "" } } satisfies Fixture;

  it("counts as overflow only above 70 % of the window", () => {
    expect(classifyError(callError(silent), { estimate: 70_001, window: 100_000 })).toMatchObject({
      class: "OVERFLOW",
      sure: false,
    });
    expect(classifyError(callError(silent), { estimate: 70_000, window: 100_000 }).class).toBe("CONFIG");
    expect(classifyError(callError(silent)).class).toBe("CONFIG");
  });

  it("in unknown words counts as overflow only from 90 % on", () => {
    const odd = { ...silent, body: { error: { message: "Nope, that is beyond us", code: "weird_code" } } };
    expect(classifyError(callError(odd), { estimate: 90_000, window: 100_000 })).toMatchObject({
      class: "OVERFLOW",
      sure: false,
    });
    expect(classifyError(callError(odd), { estimate: 89_999, window: 100_000 }).class).toBe("UNKNOWN");
  });

  it("a question cut away by the server is overflow only where the request was longer than such servers keep", () => {
    const cut = { error: { message: "no user query found in messages" } };
    expect(classifyError(cut, { estimate: 5_000, window: 128_000 }).class).toBe("OVERFLOW");
    expect(classifyError(cut, { estimate: 900, window: 128_000 })).toMatchObject({ class: "HISTORY", repair: "order" });
  });
});

describe("an overflow", () => {
  it("is one whatever the status says", () => {
    const body = { error: { message: "prompt is too long: 207831 tokens > 200000 maximum" } };
    for (const status of [400, 413, 422, 429, 500, 503]) {
      const failure = classifyError(callError({ name: "", kind: "answer", status, body, expect: { class: "" } }));
      expect(failure).toMatchObject({ class: "OVERFLOW", used: 207_831, limit: 200_000 });
      expect(isRetryable(failure)).toBe(false);
    }
  });

  it("is never concluded from what we sent", () => {
    const error = callError({
      name: "",
      kind: "answer",
      status: 500,
      body: { error: { message: "boom" } },
      expect: { class: "" },
    });
    expect(classifyError(error).class).toBe("TRANSIENT");
  });

  it("is never concluded from the model's own words in an event that could not be read", () => {
    const chunk = { choices: [{ delta: { content: "prompt is too long: 5 tokens > 4 maximum" } }] };
    const error = TypeValidationError.wrap({ value: chunk, cause: z.string().safeParse(chunk).error });
    expect(classifyError(error).class).toBe("TRANSIENT");
  });

  it("is never concluded from a value that a validator quotes", () => {
    const text = "1 validation error: input_value='prompt is too long: 5 tokens > 4 maximum', input_type=str";
    expect(classifyError({ detail: text }).class).toBe("UNKNOWN");
  });
});

describe("retried errors", () => {
  it("count by their last one", () => {
    const busy = callError({ name: "", kind: "answer", status: 503, body: "busy", expect: { class: "" } });
    const refused = callError({ name: "", kind: "answer", status: 401, body: null, expect: { class: "" } });
    const error = new RetryError({ message: "failed", reason: "errorNotRetryable", errors: [busy, refused] });
    expect(classifyError(error).class).toBe("AUTH");
  });
});

describe("what a person may read", () => {
  it("has no markup, no keys and an end", () => {
    for (const fixture of answers) {
      const { message, detail } = classifyError(callError(fixture), fixture.context);
      expect(message).toMatch(/^[A-Z][^<>{}]*\.$/);
      expect(message).not.toContain("undefined");
      expect(detail).not.toMatch(/<[a-z!/]|sk-/i);
      expect(detail.length).toBeLessThanOrEqual(2_000);
    }
  });

  it("names the other API where this one has no such address", () => {
    const missing = callError({ name: "", kind: "answer", status: 404, body: "Not Found", expect: { class: "" } });
    expect(classifyError(missing, { api: "responses" }).message).toContain("Chat Completions");
    expect(classifyError(missing, { api: "chat" }).message).not.toContain("Chat Completions");
  });

  it("carries the provider's request id from a header or the body", () => {
    const [first] = answers;
    if (!first) throw new Error("fixture missing");
    expect(classifyError(callError(first)).providerRequestId).toBe("req_a1");
    expect(classifyError({ error: { message: "Overloaded" }, request_id: "req_b2" }).providerRequestId).toBe("req_b2");
  });
});

const oddError = fc.object({
  key: fc.constantFrom(
    "name",
    "message",
    "error",
    "code",
    "status",
    "cause",
    "data",
    "text",
    "value",
    "errors",
    "param",
    "usage",
  ),
  values: [
    fc.string(),
    fc.integer(),
    fc.bigInt(),
    fc.constant(null),
    fc.constant(Symbol("odd")),
    fc.constant("AI_JSONParseError"),
  ],
  maxDepth: 4,
  withNullPrototype: true,
});

it("takes anything without throwing, and its answer survives JSON", () => {
  const loop: Record<string, unknown> = { message: "around" };
  loop.cause = loop;
  expect(classifyError(loop).class).toBe("UNKNOWN");
  fc.assert(
    fc.property(fc.oneof(fc.anything({ maxDepth: 4 }), oddError), (thing) => {
      const failure = classifyError(thing);
      expect(JSON.parse(JSON.stringify(failure))).toEqual(failure);
    }),
    { numRuns: 300 },
  );
});
