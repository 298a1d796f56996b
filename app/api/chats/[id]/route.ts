import { z } from "zod";
import { changeFitting, chooseBranch, stopRun, viewChat } from "#lib/runs/index.ts";
import { findChat, handle, readBody } from "../../handle.ts";

const body = z.object({
  title: z.string().trim().min(1).max(200).optional(),
  draft: z.string().optional(),
  leaf: z.string().optional(),
  fitting: z
    .strictObject({
      answeredFirst: z.boolean().exactOptional(),
      keepShortUserMessages: z.boolean().exactOptional(),
      lowWaterMark: z.number().min(0.4).max(0.95).exactOptional(),
      pins: z.array(z.string()).max(100).exactOptional(),
    })
    .optional(),
});

export const GET = handle<{ id: string }>(async ({ params, runtime }) =>
  Response.json(await viewChat(runtime, await findChat(runtime, params.id))),
);

export const PATCH = handle<{ id: string }>(async ({ request, params, runtime }) => {
  const { title, draft, leaf, fitting } = await readBody(request, body);
  const chat = await findChat(runtime, params.id);
  if (leaf !== undefined) await chooseBranch(runtime, chat, leaf);
  if (fitting) await changeFitting(runtime, chat, fitting);
  await runtime.store.chats.update(chat.id, {
    ...(title !== undefined && { title }),
    ...(draft !== undefined && { draft: draft === "" ? null : draft }),
  });
  return Response.json(await viewChat(runtime, await findChat(runtime, params.id)));
});

export const DELETE = handle<{ id: string }>(async ({ params, runtime }) => {
  const chat = await findChat(runtime, params.id);
  await stopRun(runtime, chat, { by: "delete" });
  await runtime.store.chats.softDelete(chat.id);
  return new Response(null, { status: 204 });
});
