import { viewSubagents } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

export const GET = handle<{ id: string }>(async ({ params, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  return Response.json({ subagents: await viewSubagents(runtime, chat) });
});
