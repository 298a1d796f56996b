import { z } from "zod";
import { badRequest, notFound } from "#lib/errors.ts";
import { handle, readBody } from "../handle.ts";

const body = z.object({ workspaceId: z.string().optional(), title: z.string().trim().max(200).optional() });

export const GET = handle(async ({ query, runtime }) => {
  const chats = await runtime.store.chats.list({ all: query.has("all"), deleted: query.has("deleted") });
  return Response.json({ chats });
});

export const POST = handle(async ({ request, runtime }) => {
  const { workspaceId, title } = await readBody(request, body);
  const workspace = workspaceId
    ? await runtime.store.workspaces.get(workspaceId)
    : (await runtime.store.workspaces.list()).at(0);
  if (!workspace)
    throw workspaceId ? notFound("workspace") : badRequest("There is no workspace yet: create one first.");
  const chat = await runtime.store.chats.create({
    ...{ id: runtime.newId(), workspaceId: workspace.id },
    ...(title && { title }),
  });
  return Response.json({ id: chat.id, workspaceId: workspace.id }, { status: 201 });
});
