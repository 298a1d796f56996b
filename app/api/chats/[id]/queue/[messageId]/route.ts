import { z } from "zod";
import { changeQueued, removeQueued } from "#lib/runs/index.ts";
import { findChat, handle, readBody } from "../../../../handle.ts";

const body = z.object({
  text: z.string().optional(),
  deliver: z.enum(["steer", "queue"]).optional(),
  position: z.number().int().min(0).optional(),
});

type Params = { id: string; messageId: string };

export const PATCH = handle<Params>(async ({ request, params, runtime }) => {
  const change = await readBody(request, body);
  return Response.json(await changeQueued(runtime, await findChat(runtime, params.id), params.messageId, change));
});

export const DELETE = handle<Params>(async ({ params, runtime }) => {
  await removeQueued(runtime, await findChat(runtime, params.id), params.messageId);
  return new Response(null, { status: 204 });
});
