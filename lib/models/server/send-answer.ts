import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { StreamEvent, Wire } from "./stream-event.ts";
import type { Api, ApiError, Fault } from "./types.ts";

export interface Delivery {
  response: ServerResponse;
  api: Api;
  firstByteMilliseconds: number;
  perChunkMilliseconds: number;
  stamp: boolean;
  fault: Fault | undefined;
  /** Destroys the connection on purpose. */
  sever: () => void;
  /** Aborted when the client has left. */
  gone: AbortSignal;
}

/** Waits; an aborted signal ends the wait by rejecting. Zero does not wait at all. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal });
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(text);
}

/** Sends the whole answer at once; a fault that cuts a stream cuts the JSON in the middle. */
export async function sendWhole(wire: Wire, delivery: Delivery): Promise<void> {
  const { response, fault, gone } = delivery;
  await pause(delivery.firstByteMilliseconds, gone);
  const text = JSON.stringify(wire.json());
  if (fault?.kind === "stall") await stall(fault.milliseconds, gone);
  if (fault?.kind === "stream-error") return sendJson(response, 500, { error: faultError(fault) });
  response.writeHead(200, { "content-type": "application/json" });
  if (fault?.kind === "cut" || fault?.kind === "end") {
    await write(response, text.slice(0, Math.ceil(text.length / 2)));
    return fault.kind === "cut" ? delivery.sever() : void response.end();
  }
  response.end(text);
}

/** Streams the answer as server-sent events, at the pace and with the fault of the delivery. */
export async function sendStream(wire: Wire, delivery: Delivery): Promise<void> {
  const { response, fault, gone } = delivery;
  await pause(delivery.firstByteMilliseconds, gone);
  openStream(response);
  let chunks = 0;
  let sent = 0;
  let due = fault;
  for (const event of wire.events()) {
    if (due && isDue(due, event, chunks)) {
      const over = await strike(due, sent, wire, delivery);
      if (over) return;
      due = undefined;
    }
    if (event.phase === "delta") {
      if (chunks > 0) await pause(delivery.perChunkMilliseconds, gone);
      chunks += 1;
    }
    await sendEvent(response, delivery.api, delivery.stamp ? stamped(event) : event, gone);
    sent += 1;
  }
  response.end();
}

/** A stream that holds nothing but these events. */
export async function sendEvents(events: StreamEvent[], { response, api, gone }: Delivery): Promise<void> {
  openStream(response);
  for (const event of events) await sendEvent(response, api, event, gone);
  response.end();
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  response.flushHeaders();
}

function isDue(fault: Fault, event: StreamEvent, chunks: number): boolean {
  const after = "afterChunks" in fault ? (fault.afterChunks ?? 0) : 0;
  return event.phase === "end" || (event.phase === "delta" && chunks >= after);
}

/** Returns true when nothing more may be sent. */
async function strike(fault: Fault, sent: number, wire: Wire, delivery: Delivery): Promise<boolean> {
  const { response, api, gone } = delivery;
  if (fault.kind === "stall") {
    await stall(fault.milliseconds, gone);
    return false;
  }
  if (fault.kind === "stream-error") {
    const events = wire.errorEvents(faultError(fault), fault.form ?? "error", sent);
    for (const event of events) await sendEvent(response, api, event, gone);
  }
  if (fault.kind === "cut") delivery.sever();
  else response.end();
  return true;
}

async function stall(milliseconds: number | undefined, gone: AbortSignal): Promise<void> {
  if (milliseconds !== undefined) return pause(milliseconds, gone);
  if (!gone.aborted) await once(gone, "abort");
  gone.throwIfAborted();
}

function faultError(fault: Fault & { kind: "stream-error" }): ApiError {
  const message = "The server had an error while processing your request. Sorry about that!";
  return { message, type: "server_error", param: null, code: "server_error", ...fault.error };
}

function stamped({ phase, data }: StreamEvent): StreamEvent {
  const now = (performance.timeOrigin + performance.now()).toFixed(2);
  return { phase, data: JSON.parse(JSON.stringify(data).replaceAll("{{now}}", now)) };
}

async function sendEvent(response: ServerResponse, api: Api, event: StreamEvent, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  const data = typeof event.data === "string" ? event.data : JSON.stringify(event.data);
  const name = api === "responses" && typeof event.data !== "string" ? `event: ${event.data.type}\n` : "";
  await write(response, `${name}data: ${data}\n\n`);
}

/** Resolves when the text has left for the network, so that a connection cut afterwards does not swallow it. */
function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
