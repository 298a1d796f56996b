import { z } from "zod";
import { continueRun } from "#lib/runs/index.ts";
import { findChat, handle, readBody } from "../../../handle.ts";

const body = z.object({ from: z.string().optional() });

export const POST = handle<{ id: string }>(async ({ request, params, runtime }) => {
  const { from } = await readBody(request, body);
  return Response.json(await continueRun(runtime, await findChat(runtime, params.id), from), { status: 202 });
});
