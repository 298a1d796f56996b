import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequest, type Engine } from "./answer-request.ts";
import { hashText } from "./count-tokens.ts";
import { createFaultQueue } from "./fault-queue.ts";
import { practiceScript } from "./practice/practice-script.ts";
import { createPrefixCache } from "./prefix-cache.ts";
import { readBody } from "./read-body.ts";
import { badRequest } from "./request-problem.ts";
import { sendJson } from "./send-answer.ts";
import { serveControl } from "./serve-control.ts";
import { createStatistics } from "./statistics.ts";
import type { Api, ModelServer, ServerOptions, ServerSettings } from "./types.ts";

const HOST = "127.0.0.1";

const DEFAULTS: ServerSettings = {
  window: 128_000,
  wording: "numbers",
  refuseIn: "status",
  firstByteMilliseconds: 0,
  perChunkMilliseconds: 0,
  stamp: false,
  chunkSize: 24,
  minimumOutput: 16,
  models: [],
  control: false,
  keepBodies: 0,
};

/** Starts an OpenAI-compatible model server on 127.0.0.1. Rejects when the port is taken. */
export async function startModelServer(options: ServerOptions = {}): Promise<ModelServer> {
  const { port: wantedPort = 0, script = practiceScript, scripts = {}, ...settings } = options;
  const engine: Engine = {
    settings: { ...DEFAULTS, ...settings },
    script,
    scripts: { practice: practiceScript, ...scripts },
    faults: createFaultQueue(),
    cache: createPrefixCache(),
    statistics: createStatistics(() => engine.settings.keepBodies),
  };
  const control = {
    stats: () => engine.statistics.read(),
    addFaults: (...faults: Parameters<ModelServer["addFaults"]>) => engine.faults.add(faults),
    reset(changed: Partial<ServerSettings> = {}) {
      engine.settings = { ...engine.settings, ...changed };
      engine.faults.clear();
      engine.cache.clear();
      engine.statistics.clear();
    },
  };

  let requestNumber = 0;
  const server = createServer((request, response) => {
    route(engine, control, request, response, () => ++requestNumber).catch(() => response.destroy());
  });
  // A model may be silent for minutes; the client decides how long it waits.
  server.requestTimeout = 0;
  server.listen(wantedPort, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://${HOST}:${port}`;

  return {
    ...control,
    url: `${origin}/v1`,
    origin,
    port,
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function route(
  engine: Engine,
  control: Parameters<typeof serveControl>[2],
  request: IncomingMessage,
  response: ServerResponse,
  nextNumber: () => number,
): Promise<void> {
  const path = request.url?.split("?")[0] ?? "/";
  if (!hasKey(request, engine.settings.key)) {
    const problem = badRequest("Incorrect API key provided.", { code: "invalid_api_key", status: 401 });
    return sendJson(response, problem.status, { error: problem.error });
  }
  if (engine.settings.control && path.startsWith("/control/")) return serveControl(request, response, control);
  if (request.method === "GET" && path === "/v1/models") return sendJson(response, 200, modelList(engine));
  const api = request.method === "POST" ? apiOf(path) : undefined;
  if (!api) {
    const problem = badRequest(`Invalid URL (${request.method} ${path})`, { status: 404 });
    return sendJson(response, problem.status, { error: problem.error });
  }
  const bodyText = await readBody(request);
  await answerRequest(engine, { api, bodyText, requestNumber: nextNumber() }, response);
}

function apiOf(path: string): Api | undefined {
  if (path === "/v1/responses") return "responses";
  return path === "/v1/chat/completions" ? "chat" : undefined;
}

function hasKey(request: IncomingMessage, key: string | undefined): boolean {
  if (key === undefined) return true;
  // Hashes have one length, so the comparison takes the same time whatever was sent.
  const sent = Buffer.from(hashText(request.headers.authorization ?? ""));
  return timingSafeEqual(sent, Buffer.from(hashText(`Bearer ${key}`)));
}

function modelList({ settings, scripts }: Engine): unknown {
  const names = [...settings.models, ...Object.keys(scripts).map((name) => `script:${name}`)];
  return { object: "list", data: names.map((id) => ({ id, object: "model", created: 0, owned_by: "longhand" })) };
}
