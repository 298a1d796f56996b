import { data, type LiveEvent, parseCursor } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

const KEEP_ALIVE_MS = 15_000;
/** A viewer that reads slower than this many waiting events is let go; it comes back and goes on from its last one. */
const MOST_WAITING = 10_000;
const MOST_ROWS = 1_000;

/** Answers with the rows after the viewer's last one, the step in progress, and then everything as it happens. */
export const GET = handle<{ id: string }>(async ({ request, params, runtime }) => {
  const chat = await findChat(runtime, params.id);
  const cursor = parseCursor(request.headers.get("last-event-id"));
  const nextSeq = await runtime.store.messages.nextSeq(chat.id);
  runtime.hub.setSeq(chat.id, nextSeq - 1);
  const missed = cursor && (await runtime.store.messages.page(chat.id, { after: cursor.seq, limit: MOST_ROWS }));

  const encoder = new TextEncoder();
  let leave: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          leave();
          try {
            controller.close();
          } catch {
            // The viewer was gone already.
          }
        };
        const write = (text: string) => {
          if ((controller.desiredSize ?? 0) < -MOST_WAITING) return end();
          controller.enqueue(encoder.encode(text));
        };
        const send = ({ id, ...event }: LiveEvent) => write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
        const seq = nextSeq - 1;
        const status = { status: chat.status, ...(chat.error && { error: chat.error }) };
        const id = cursor ? `${cursor.seq}.${cursor.attempt}.${cursor.n}` : `${seq}.1.0`;
        send({ id, conversationId: chat.id, chunk: data("data-status", status) });
        for (const { seq: rowSeq, id: rowId, role, kind } of missed?.messages ?? []) {
          const chunk = data("data-row", { seq: rowSeq, id: rowId, role, kind });
          send({ id: `${rowSeq}.1.0`, conversationId: chat.id, messageId: rowId, chunk });
        }
        const unsubscribe = runtime.hub.subscribe(chat.id, cursor, send);
        const beat = setInterval(() => write(": still here\n\n"), KEEP_ALIVE_MS);
        leave = () => {
          clearInterval(beat);
          unsubscribe();
        };
        request.signal.addEventListener("abort", end);
      },
      cancel: () => leave(),
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  );
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache, no-transform" },
  });
});
