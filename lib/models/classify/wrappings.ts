import {
  APICallError,
  JSONParseError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  TypeValidationError,
} from "ai";
import type { Fixture } from "./fixtures.ts";

const PROMPT = {
  input: [{ role: "user", content: "This model's maximum context length is 5 tokens. prompt is too long" }],
};

const asText = (body: unknown): string => (body === null ? "" : typeof body === "string" ? body : JSON.stringify(body));

/** What the SDK throws for an answer: the parsed body only where it has OpenAI's shape, else nothing but the status text. */
export function callError(
  { status, headers, body }: Fixture,
  more: { data?: unknown; cause?: unknown } = {},
): APICallError {
  return new APICallError({
    message: "Bad Request",
    url: "https://provider.example/v1/responses",
    requestBodyValues: PROMPT,
    ...(status !== undefined && { statusCode: status }),
    ...(headers && { responseHeaders: headers }),
    responseBody: asText(body),
    ...more,
  });
}

interface Wrapping {
  name: string;
  /** Whether status and headers survive it. */
  keepsHead: boolean;
  wrap: (fixture: Fixture) => unknown;
}

const retried = (error: unknown): RetryError =>
  new RetryError({
    message: "Failed after 3 attempts. Last error: Bad Request",
    reason: "maxRetriesExceeded",
    errors: [error, error, error],
  });

/** The ways in which one refusal reaches the loop. */
export const wrappings: Wrapping[] = [
  { name: "call error with the body as text", keepsHead: true, wrap: (fixture) => callError(fixture) },
  {
    name: "call error with the body parsed too",
    keepsHead: true,
    wrap: (fixture) => callError(fixture, { data: fixture.body }),
  },
  { name: "call error after retries", keepsHead: true, wrap: (fixture) => retried(callError(fixture)) },
  {
    name: "cause of another error",
    keepsHead: true,
    wrap: (fixture) =>
      new Error("The step failed", { cause: new Error("The call failed", { cause: callError(fixture) }) }),
  },
  {
    name: "cause of a missing output",
    keepsHead: true,
    wrap: (fixture) => new NoOutputGeneratedError({ message: "No output generated.", cause: callError(fixture) }),
  },
  {
    name: "error of a stream part",
    keepsHead: true,
    wrap: (fixture) => ({ type: "error", error: callError(fixture) }),
  },
  { name: "bare body", keepsHead: false, wrap: ({ body }) => body },
  { name: "body as text", keepsHead: false, wrap: ({ body }) => asText(body) },
  { name: "body in a list", keepsHead: false, wrap: ({ body }) => [body] },
  { name: "body as the message of an error", keepsHead: false, wrap: ({ body }) => new Error(asText(body)) },
  { name: "body as error of a stream part", keepsHead: false, wrap: ({ body }) => ({ type: "error", error: body }) },
  { name: "body as server-sent event", keepsHead: false, wrap: ({ body }) => `data: ${asText(body)}\n\n` },
  { name: "body under detail", keepsHead: false, wrap: ({ body }) => ({ detail: body }) },
  {
    name: "provider error of a stream",
    keepsHead: false,
    wrap: ({ body }) => new StreamProviderError({ message: "The stream failed", data: body }),
  },
  {
    name: "event that the SDK could not validate",
    keepsHead: false,
    wrap: ({ body }) =>
      TypeValidationError.wrap({ value: isFailure(body) ? body : { error: body }, cause: new Error("Invalid input") }),
  },
  {
    name: "event that the SDK could not parse",
    keepsHead: false,
    wrap: ({ body }) =>
      new JSONParseError({
        text: `: keep\n${JSON.stringify(isFailure(body) ? body : { error: body })}`,
        cause: new Error("Unexpected token"),
      }),
  },
  {
    name: "raw text in a router's metadata",
    keepsHead: false,
    wrap: ({ body, status }) => ({
      error: {
        message: "Provider returned error",
        code: status,
        metadata: { raw: asText(body), provider_name: "Some" },
      },
    }),
  },
  {
    name: "text inside a proxy's sentence",
    keepsHead: false,
    wrap: ({ body, status }) => ({
      error: {
        message: `litellm.APIError: SomeException - ${asText(body)}`,
        type: null,
        param: null,
        code: String(status),
      },
    }),
  },
];

const isFailure = (body: unknown): boolean => typeof body === "object" && body !== null && "error" in body;
