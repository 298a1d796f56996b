import { type Cursor, data, type LiveEvent, parseCursor, type Runtime } from "#lib/runs/index.ts";
import { findChat, handle } from "../../../handle.ts";

const KEEP_ALIVE_MS = 15_000;
/** A viewer that is so many bytes behind is let go; it comes back and goes on from its last event. */
const MOST_BEHIND = 4 * 1024 * 1024;
const MOST_ROWS = 1_000;

/** Answers with the rows after the viewer's last one, the step in progress, and then everything as it happens. */
export const GET = handle<{ id: string }>(async ({ request, params, runtime }) => {
  const chat = await findChat(runtime, params.id);
  const cursor = parseCursor(request.headers.get("last-event-id"));
  const nextSeq = await runtime.store.messages.nextSeq(chat.id);
  runtime.hub.setSeq(chat.id, nextSeq - 1);
  // Watched from here on, and sent when the rows are: what happens while they are read is neither lost nor out of order.
  const waiting: LiveEvent[] = [];
  let deliver: (event: LiveEvent) => void = (event) => waiting.push(event);
  let leave = runtime.hub.subscribe(chat.id, cursor, (event) => deliver(event));
  const before = await readBefore(runtime, chat.id, cursor).catch((error: unknown) => {
    leave();
    throw error;
  });

  const { viewers, viewersLetGo } = runtime.metrics;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        viewers.inc();
        const unsubscribe = leave;
        leave = () => {
          leave = () => undefined;
          clearInterval(beat);
          unsubscribe();
          viewers.dec();
        };
        const end = () => {
          leave();
          try {
            controller.close();
          } catch {
            // The viewer was gone already.
          }
        };
        const write = (bytes: Uint8Array) => {
          if ((controller.desiredSize ?? 0) >= -MOST_BEHIND) return controller.enqueue(bytes);
          viewersLetGo.inc();
          leave();
          // Unlike an orderly end this gives up what is buffered, which the viewer might never fetch.
          controller.error(new DOMException("The viewer reads too slowly.", "AbortError"));
        };
        const send = (event: LiveEvent) => write(encodeEvent(event));
        const beat = setInterval(() => write(STILL_HERE), KEEP_ALIVE_MS);
        const seq = nextSeq - 1;
        const { status, error, stoppedBy, leafId } = before.chat;
        const news = { status, ...(error && { error }), ...(stoppedBy && { stoppedBy }), ...(leafId && { leafId }) };
        const id = cursor ? `${cursor.seq}.${cursor.attempt}.${cursor.n}` : `${seq}.1.0`;
        send({ id, conversationId: chat.id, chunk: data("data-status", news) });
        for (const { seq: rowSeq, id: rowId, role, kind } of before.rows) {
          const chunk = data("data-row", { seq: rowSeq, id: rowId, role, kind });
          send({ id: `${rowSeq}.1.0`, conversationId: chat.id, messageId: rowId, chunk });
        }
        for (const event of waiting) send(event);
        deliver = send;
        request.signal.addEventListener("abort", end);
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 1 }),
  );
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache, no-transform" },
  });
});

const encoder = new TextEncoder();
const STILL_HERE = encoder.encode(": still here\n\n");
/** Every viewer of an event gets the same bytes. */
const encoded = new WeakMap<LiveEvent, Uint8Array>();

function encodeEvent(event: LiveEvent): Uint8Array {
  let bytes = encoded.get(event);
  if (!bytes) {
    const { id, ...data } = event;
    bytes = encoder.encode(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
    encoded.set(event, bytes);
  }
  return bytes;
}

/** The chat as it is now, and the rows that the viewer has not seen. */
async function readBefore(runtime: Runtime, chatId: string, cursor: Cursor | undefined) {
  const page = cursor && (await runtime.store.messages.page(chatId, { after: cursor.seq, limit: MOST_ROWS }));
  return { rows: page?.messages ?? [], chat: await findChat(runtime, chatId) };
}
