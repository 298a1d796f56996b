import { continueRun } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

export const POST = handle<{ id: string }>(async ({ params, runtime }) =>
  Response.json(await continueRun(runtime, await findChat(runtime, params.id)), { status: 202 }),
);
