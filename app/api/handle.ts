import type { z } from "zod";
import { AppError, badRequest, notFound } from "#lib/errors.ts";
import { alertOf, getRuntime, newErrorId, type Runtime } from "#lib/runs/index.ts";
import { type Chat, diskFailure, explainStoreError } from "#lib/store/index.ts";
import { refuseForeign, requireSession } from "./access.ts";

interface Call<Params> {
  request: Request;
  params: Params;
  query: URLSearchParams;
  runtime: Runtime;
}

type Handler<Params> = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

/** Wraps a route: who may call it, and one form for every failure. */
export function handle<Params = Record<string, never>>(
  work: (call: Call<Params>) => Promise<Response>,
  { open = false } = {},
): Handler<Params> {
  return async (request, context) => {
    try {
      refuseForeign(request);
      if (!open) await requireSession(request);
      const [params, runtime] = await Promise.all([context.params, getRuntime()]);
      return await work({ request, params, query: new URL(request.url).searchParams, runtime });
    } catch (error) {
      return answerFailure(request, error);
    }
  };
}

/** The id in the `x-request-id` of a failure is that of its log line. */
async function answerFailure(request: Request, error: unknown): Promise<Response> {
  const id = newErrorId();
  const runtime = await getRuntime();
  const call = { httpId: id, method: request.method, path: new URL(request.url).pathname };
  if (error instanceof AppError) {
    runtime.log.debug({ ...call, status: error.status, code: error.code }, "a request was refused");
    return failure(error.status, error.code, error.message, id);
  }
  runtime.log.warn(call, "a request failed");
  const stored = diskFailure(error);
  if (stored) {
    runtime.alert(alertOf(stored), id, error);
    return failure(503, stored.code, `${explainStoreError(stored)} (${id})`, id);
  }
  runtime.alert("bug", id, error);
  return failure(500, "bug", `Something went wrong inside Longhand (${id}).`, id);
}

const failure = (status: number, code: string, message: string, id: string) =>
  Response.json({ error: { code, message } }, { status, headers: { "x-request-id": id } });

/** @throws AppError 400 for a body that is no JSON or has another shape */
export async function readBody<Shape>(request: Request, shape: z.ZodType<Shape>): Promise<Shape> {
  const text = await request.text();
  let value: unknown;
  try {
    value = text === "" ? {} : JSON.parse(text);
  } catch {
    throw badRequest("The body is not valid JSON.");
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`The body is not as expected: ${issue?.path.join(".") || "body"}: ${issue?.message}.`);
}

/** @throws AppError 404 for an unknown chat, and for a deleted one unless it is asked for */
export async function findChat(runtime: Runtime, id: string, { deleted = false } = {}): Promise<Chat> {
  const chat = await runtime.store.chats.get(id);
  if (!chat || (chat.deletedAt !== undefined && !deleted)) throw notFound("chat");
  return chat;
}

export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw badRequest(`${name} must be a whole number.`);
  return value;
}
