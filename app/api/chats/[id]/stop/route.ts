import { stopRun } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

const MOST_OF_A_NAME = 200;

export const POST = handle<{ id: string }>(async ({ request, params, runtime }) => {
  const client = request.headers.get("user-agent")?.slice(0, MOST_OF_A_NAME);
  const by = { by: "person" as const, ...(client && { client }) };
  return Response.json(await stopRun(runtime, await findChat(runtime, params.id), by), { status: 202 });
});
