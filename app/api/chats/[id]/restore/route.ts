import { viewChat } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

export const POST = handle<{ id: string }>(async ({ params, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  await runtime.store.chats.restore(chat.id);
  return Response.json(await viewChat(runtime, await findChat(runtime, chat.id)));
});
