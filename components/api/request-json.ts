import { ApiError } from "./api-error.ts";

interface JsonRequest {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  signal?: AbortSignal;
  /** Lets the request outlive the page; the browser allows about 64 kB for it. */
  keepalive?: boolean;
}

/**
 * Calls the interface and reads its JSON (undefined for 204).
 * @throws ApiError for every answer that is not a success, and with status 0 when there was none.
 */
export async function requestJson<Answer>(path: string, request: JsonRequest = {}): Promise<Answer> {
  const response = await send(path, request);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** The same for a body that is not JSON. `range` counts bytes, both ends included. */
export async function requestBytes(path: string, range?: { from: number; to: number }, signal?: AbortSignal) {
  const headers = range ? { range: `bytes=${range.from}-${range.to}` } : undefined;
  const response = await send(path, { ...(signal && { signal }) }, headers);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, total: totalOf(response, bytes.length) };
}

async function send(path: string, request: JsonRequest, headers?: Record<string, string>): Promise<Response> {
  const { body, ...init } = request;
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "unreachable", "The server cannot be reached.");
  }
  if (response.ok) return response;
  throw await failureOf(response);
}

async function failureOf(response: Response): Promise<ApiError> {
  const fallback = `The server answered with status ${response.status}.`;
  try {
    const { error } = (await response.json()) as { error?: { code?: string; message?: string } };
    return new ApiError(response.status, error?.code ?? "unknown", error?.message ?? fallback);
  } catch {
    return new ApiError(response.status, "unknown", fallback);
  }
}

function totalOf(response: Response, received: number): number {
  const total = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1];
  return total === undefined ? received : Number(total);
}
