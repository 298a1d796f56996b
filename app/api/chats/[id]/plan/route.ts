import { latestPlan } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

export const GET = handle<{ id: string }>(async ({ params, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  return Response.json({ steps: latestPlan(await runtime.store.messages.path(chat.id)) ?? [] });
});
