import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { readBody } from "./read-body.ts";
import { sendJson } from "./send-answer.ts";
import type { Fault, ModelServer, ServerSettings } from "./types.ts";

const afterChunks = z.number().int().min(0).exactOptional();
const common = {
  times: z.number().int().min(1).exactOptional(),
  match: z.string().exactOptional(),
  skip: z.number().int().min(0).exactOptional(),
};
const apiError = z.object({
  message: z.string().exactOptional(),
  type: z.string().exactOptional(),
  param: z.string().nullable().exactOptional(),
  code: z.string().nullable().exactOptional(),
});
const fault = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(200).max(599),
    body: z.unknown().exactOptional(),
    headers: z.record(z.string(), z.string()).exactOptional(),
    ...common,
  }),
  z.strictObject({ kind: z.literal("destroy"), ...common }),
  z.strictObject({ kind: z.literal("silence"), milliseconds: z.number().min(0), ...common }),
  z.strictObject({ kind: z.literal("cut"), afterChunks, ...common }),
  z.strictObject({ kind: z.literal("end"), afterChunks, ...common }),
  z.strictObject({
    kind: z.literal("stream-error"),
    afterChunks,
    error: apiError.exactOptional(),
    form: z.enum(["error", "failed"]).exactOptional(),
    ...common,
  }),
  z.strictObject({ kind: z.literal("stall"), afterChunks, milliseconds: z.number().min(0).exactOptional(), ...common }),
]);
const faults = z.union([z.array(fault), fault.transform((one) => [one])]);

const settings = z.strictObject({
  window: z.number().int().min(1).exactOptional(),
  wording: z.enum(["numbers", "plain", "other"]).exactOptional(),
  refuseIn: z.enum(["status", "stream"]).exactOptional(),
  firstByteMilliseconds: z.number().min(0).exactOptional(),
  perChunkMilliseconds: z.number().min(0).exactOptional(),
  chunkSize: z.number().int().min(2).exactOptional(),
  minimumOutput: z.number().int().min(0).exactOptional(),
  models: z.array(z.string()).exactOptional(),
  keepBodies: z.number().int().min(0).exactOptional(),
});

export type ControlTarget = Pick<ModelServer, "stats" | "addFaults" | "reset">;

/**
 * The control interface for other processes: `GET /control/stats`; `POST /control/faults` with a fault or an array of them;
 * `POST /control/reset`, with settings to change or an empty body. Wrong input is status 400 with the reason.
 */
export async function serveControl(
  request: IncomingMessage,
  response: ServerResponse,
  target: ControlTarget,
): Promise<void> {
  const route = `${request.method} ${request.url?.split("?")[0]}`;
  if (route === "GET /control/stats") return sendJson(response, 200, target.stats());
  if (route !== "POST /control/faults" && route !== "POST /control/reset") {
    return sendJson(response, 404, { error: { message: `No such control: ${route}.` } });
  }
  const read = parseJson((await readBody(request)) || "{}");
  if (route === "POST /control/faults") {
    const parsed = faults.safeParse(read);
    if (!parsed.success) return sendJson(response, 400, { error: { message: z.prettifyError(parsed.error) } });
    target.addFaults(...(parsed.data satisfies Fault[]));
  } else {
    const parsed = settings.safeParse(read);
    if (!parsed.success) return sendJson(response, 400, { error: { message: z.prettifyError(parsed.error) } });
    target.reset(parsed.data satisfies Partial<ServerSettings>);
  }
  sendJson(response, 200, { ok: true });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
