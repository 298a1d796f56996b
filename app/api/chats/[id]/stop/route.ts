import { stopRun } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

export const POST = handle<{ id: string }>(async ({ params, runtime }) =>
  Response.json(await stopRun(runtime, await findChat(runtime, params.id), "person"), { status: 202 }),
);
