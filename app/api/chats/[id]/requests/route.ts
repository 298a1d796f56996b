import { findChat, handle } from "../../../handle.ts";

export const GET = handle<{ id: string }>(async ({ params, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  return Response.json({ requests: await runtime.store.requests.list(chat.id) });
});
