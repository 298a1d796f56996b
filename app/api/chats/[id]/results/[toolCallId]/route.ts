import { notFound } from "#lib/errors.ts";
import { findChat, handle } from "../../../../handle.ts";
import { serveBytes, streamPieces } from "../../../../serve-bytes.ts";

export const GET = handle<{ id: string; toolCallId: string }>(async ({ request, params, runtime }) => {
  const chat = await findChat(runtime, params.id, { deleted: true });
  const result = await runtime.store.messages.result(chat.id, params.toolCallId);
  if (!result) throw notFound("result");
  const contentType = "text/plain; charset=utf-8";
  const stream = (start: number, end: number) => streamPieces(result.read, start, end);
  return serveBytes(request, { bytes: result.bytes, contentType, stream });
});
