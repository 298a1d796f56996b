import { notFound } from "#lib/errors.ts";
import { findChat, handle } from "../../../../handle.ts";

export const GET = handle<{ id: string; n: string }>(async ({ params, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  const n = Number(params.n);
  const body = Number.isSafeInteger(n) ? await runtime.store.requests.body(chat.id, n) : undefined;
  if (body === undefined) throw notFound("request");
  return new Response(body, { headers: { "content-type": "application/json; charset=utf-8" } });
});
