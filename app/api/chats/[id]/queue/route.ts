import { findChat, handle } from "../../../handle.ts";

export const GET = handle<{ id: string }>(async ({ params, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  return Response.json({ messages: await runtime.store.queue.list(chat.id) });
});
