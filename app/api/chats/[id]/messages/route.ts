import { z } from "zod";
import { sendMessage, sentRows } from "#lib/runs/index.ts";
import { findChat, handle, readBody, readInteger } from "../../../handle.ts";

const body = z.object({
  id: z.uuid(),
  text: z.string(),
  deliver: z.enum(["steer", "queue"]).optional(),
  parentId: z.string().nullish(),
  base: z.string().nullish(),
});

export const GET = handle<{ id: string }>(async ({ params, query, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  const [before, after, limit] = ["before", "after", "limit"].map((name) => readInteger(query, name));
  const sent = await sentRows(runtime, chat);
  const page = await runtime.store.messages.page(chat.id, {
    ...(sent && { sent }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(limit !== undefined && { limit: Math.min(Math.max(limit, 1), 1_000) }),
    onPath: query.get("path") === "1",
  });
  return Response.json(page);
});

export const POST = handle<{ id: string }>(async ({ request, params, runtime }) => {
  const message = await readBody(request, body);
  const chat = await findChat(runtime, params.id);
  return Response.json(await sendMessage(runtime, chat, message), { status: 202 });
});
