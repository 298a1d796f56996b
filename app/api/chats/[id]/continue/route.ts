import { z } from "zod";
import { continueChat } from "#lib/runs/index.ts";
import { findChat, handle, readBody } from "../../../handle.ts";

const body = z.object({ saveMessageAs: z.string().trim().min(1).max(500).optional() });

export const POST = handle<{ id: string }>(async ({ request, params, runtime }) => {
  const wish = await readBody(request, body);
  const { id, created } = await continueChat(runtime, await findChat(runtime, params.id), wish);
  return Response.json({ id }, { status: created ? 201 : 200 });
});
