import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { checkPairs } from "./check-pairs.ts";
import { checkWindow } from "./check-window.ts";
import { chooseScript } from "./choose-script.ts";
import { type FaultQueue, isEarlyFault } from "./fault-queue.ts";
import { finishReply } from "./finish-reply.ts";
import { type MeasuredItem, measureItems } from "./measure-items.ts";
import { parseRequest, type ReadRequest } from "./parse-request.ts";
import type { PrefixCache } from "./prefix-cache.ts";
import type { RequestProblem } from "./request-problem.ts";
import { type Delivery, pause, sendEvents, sendJson, sendStream, sendWhole } from "./send-answer.ts";
import type { Statistics } from "./statistics.ts";
import type { WireContext } from "./stream-event.ts";
import type { Api, Fault, RequestRecord, Script, ServerSettings } from "./types.ts";
import { chatErrorEvents, writeChat } from "./write-chat.ts";
import { writeFailedResponse, writeResponses } from "./write-responses.ts";

export interface Engine {
  settings: ServerSettings;
  script: Script;
  scripts: Record<string, Script>;
  faults: FaultQueue;
  cache: PrefixCache;
  statistics: Statistics;
}

interface Accepted {
  request: ReadRequest;
  script: Script;
  items: MeasuredItem[];
}

interface Refused {
  problem: RequestProblem;
  overflow: boolean;
  request?: ReadRequest;
}

type Judgement = { inputTokens: number } & ({ accepted: Accepted } | { refused: Refused });

/** Answers one model request and records it. Never throws: a client that leaves or a script that fails ends in the statistics. */
export async function answerRequest(
  engine: Engine,
  incoming: { api: Api; bodyText: string; requestNumber: number },
  response: ServerResponse,
): Promise<void> {
  const { settings, statistics } = engine;
  const leaving = new AbortController();
  response.on("close", () => leaving.abort());
  statistics.open();
  const record = emptyRecord(incoming, settings.keepBodies);
  let refused: Refused | undefined;
  let severed = false;
  const sever = () => {
    severed = true;
    response.destroy();
  };
  try {
    const judgement = judge(engine, incoming.api, incoming.bodyText);
    record.inputTokens = judgement.inputTokens;
    const taken = engine.faults.take(incoming.bodyText, "accepted" in judgement);
    const early = taken !== undefined && isEarlyFault(taken);
    const fault = early ? undefined : taken;
    const delivery: Delivery = { response, api: incoming.api, fault, sever, gone: leaving.signal, ...settings };
    if (early && (await strikeEarly(taken, delivery))) {
      record.model = modelOf(judgement);
    } else if ("refused" in judgement) {
      refused = judgement.refused;
      record.model = modelOf(judgement);
      await sendRefusal(refused, settings, delivery);
    } else {
      await sendReply(engine, judgement.accepted, record, incoming.requestNumber, delivery);
    }
  } catch (error) {
    if (!leaving.signal.aborted) failVisibly(response, error);
  } finally {
    record.status = response.headersSent ? response.statusCode : 0;
    const status = refused?.problem.status ?? (record.status === 200 ? undefined : record.status);
    const abandoned = leaving.signal.aborted && !response.writableEnded && !severed;
    statistics.close(record, {
      overflow: refused?.overflow ?? false,
      abandoned,
      ...(status !== undefined && { refused: status }),
    });
  }
}

/** Reads, measures and checks a request without any effect. */
function judge(engine: Engine, api: Api, bodyText: string): Judgement {
  const read = parseRequest(api, bodyText);
  if (!read.ok) return { inputTokens: 0, refused: { problem: read.problem, overflow: false } };
  const { request } = read;
  const { items, inputTokens } = measureItems(request.items);
  const { models } = engine.settings;
  const chosen = chooseScript(request.parsed.model, { main: engine.script, named: engine.scripts, models });
  if ("problem" in chosen) return { inputTokens, refused: { problem: chosen.problem, overflow: false, request } };
  const pairs = checkPairs(request.parsed);
  if (pairs) return { inputTokens, refused: { problem: pairs, overflow: false, request } };
  const { outputLimit } = request.parsed;
  const full = checkWindow({ api, inputTokens, ...engine.settings, ...(outputLimit !== undefined && { outputLimit }) });
  if (full) {
    const overflow = full.error.code !== "integer_below_min_value";
    return { inputTokens, refused: { problem: full, overflow, request } };
  }
  return { inputTokens, accepted: { request, script: chosen.script, items } };
}

async function sendReply(
  engine: Engine,
  { request, script, items }: Accepted,
  record: RequestRecord,
  requestNumber: number,
  delivery: Delivery,
): Promise<void> {
  const { parsed } = request;
  record.model = parsed.model;
  record.cachedTokens = engine.cache.match(parsed.model, items);
  engine.cache.add(parsed.model, items);
  const reply = await script({ ...parsed, requestNumber });
  const room = engine.settings.window - record.inputTokens;
  const finished = finishReply(reply, {
    inputTokens: record.inputTokens,
    cachedTokens: record.cachedTokens,
    outputLimit: Math.min(parsed.outputLimit ?? room, room),
    createId,
  });
  record.outputTokens = finished.usage.outputTokens;
  const context = wireContext(parsed.api, parsed.model, engine.settings.chunkSize, request);
  const wire = parsed.api === "responses" ? writeResponses(finished, context) : writeChat(finished, context);
  await (parsed.stream ? sendStream(wire, delivery) : sendWhole(wire, delivery));
}

async function sendRefusal(
  { problem, overflow, request }: Refused,
  settings: ServerSettings,
  delivery: Delivery,
): Promise<void> {
  await pause(delivery.firstByteMilliseconds, delivery.gone);
  if (!overflow || settings.refuseIn === "status" || !request?.parsed.stream) {
    return sendJson(delivery.response, problem.status, { error: problem.error });
  }
  const context = wireContext(delivery.api, request.parsed.model, settings.chunkSize, request);
  const chat = delivery.api === "chat";
  await sendEvents(chat ? chatErrorEvents(problem.error) : writeFailedResponse(problem.error, context), delivery);
}

/** Returns true when the fault was the answer. */
async function strikeEarly(fault: Fault, { response, sever, gone }: Delivery): Promise<boolean> {
  if (fault.kind === "silence") {
    await pause(fault.milliseconds, gone);
    return false;
  }
  if (fault.kind !== "status") {
    sever();
    return true;
  }
  const type = fault.status < 500 ? "invalid_request_error" : "server_error";
  const error = { message: `The server answered with status ${fault.status}.`, type, param: null, code: null };
  sendJson(response, fault.status, fault.body ?? { error }, fault.headers);
  return true;
}

function failVisibly(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const message = `The script failed: ${error instanceof Error ? error.message : String(error)}`;
  sendJson(response, 500, { error: { message, type: "server_error", param: null, code: "script_failed" } });
}

function modelOf(judgement: Judgement): string {
  const request = "accepted" in judgement ? judgement.accepted.request : judgement.refused.request;
  return request?.parsed.model ?? "";
}

function emptyRecord(
  { api, bodyText, requestNumber }: { api: Api; bodyText: string; requestNumber: number },
  keepBodies: number,
): RequestRecord {
  const sizes = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  return { number: requestNumber, api, model: "", status: 0, ...sizes, ...(keepBodies > 0 && { body: bodyText }) };
}

function wireContext(api: Api, model: string, chunkSize: number, request: ReadRequest): WireContext {
  const { includeUsage, encryptedReasoning } = request;
  const id = createId(api === "responses" ? "resp" : "chatcmpl");
  return { id, model, createdAt: Math.floor(Date.now() / 1000), chunkSize, includeUsage, encryptedReasoning };
}

function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
