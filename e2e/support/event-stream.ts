/** One event as it came: `id` is `{seq}.{attempt}.{n}`. */
export interface ReceivedEvent {
  id: string;
  conversationId: string;
  messageId?: string;
  chunk: {
    type: string;
    delta?: string;
    toolCallId?: string;
    input?: Record<string, unknown>;
    output?: unknown;
    errorText?: string;
    data?: Record<string, unknown>;
  };
}

export interface EventReader {
  /** In order of arrival; grows. */
  readonly events: readonly ReceivedEvent[];
  /** Resolves when nothing more arrives. Never rejects. */
  readonly ended: Promise<void>;
  /** The first event, also one that has come already, that `matches`. @throws Error after `patienceMs`, or when the stream ends */
  waitFor(matches: (event: ReceivedEvent) => boolean, patienceMs?: number): Promise<ReceivedEvent>;
  /** Leaves, as a closed tab does. Resolves when nothing more arrives. */
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

/** Reads an event stream as a browser does, until `signal` at the latest. @throws Error when it is not opened */
export async function readEvents(url: string, lastEventId?: string, signal?: AbortSignal): Promise<EventReader> {
  const leaving = new AbortController();
  const until = signal ? AbortSignal.any([leaving.signal, signal]) : leaving.signal;
  const headers = { accept: "text/event-stream", ...(lastEventId && { "last-event-id": lastEventId }) };
  const answer = await fetch(url, { headers, signal: until });
  if (!answer.ok || !answer.body) throw new Error(`The event stream was not opened: ${answer.status}`);
  const events: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const wake = () => {
    for (const look of waiting) look();
  };
  const reading = readAll(answer.body, (event) => {
    events.push(event);
    wake();
  })
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      wake();
    });

  return {
    events,
    ended: reading,
    waitFor: (matches, patienceMs = PATIENCE_MS) =>
      new Promise((resolve, reject) => {
        const seen = () =>
          `The last ones: ${events
            .slice(-20)
            .map(({ id, chunk }) => `${id} ${chunk.type}`)
            .join(", ")}`;
        const end = () => {
          waiting.delete(look);
          clearTimeout(timer);
        };
        const look = () => {
          const found = events.find(matches);
          if (!found && !isOver) return;
          end();
          if (found) resolve(found);
          else reject(new Error(`The stream ended without the event. ${seen()}`));
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`The event did not come. ${seen()}`));
        }, patienceMs);
        waiting.add(look);
        look();
      }),
    async close() {
      leaving.abort();
      await reading;
    },
  };
}

async function readAll(body: ReadableStream<Uint8Array>, onEvent: (event: ReceivedEvent) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of body) {
    const blocks = (rest + decoder.decode(piece, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) onEvent(event);
    }
  }
}

function parseBlock(block: string): ReceivedEvent | undefined {
  const lines = block.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = field("data");
  return data === undefined ? undefined : { id: field("id") ?? "", ...JSON.parse(data) };
}

/** What a viewer has after these events: the rows it was told of, and the text of every step that was streamed to it. */
export function foldEvents(events: readonly ReceivedEvent[]): { rows: number[]; texts: Map<string, string> } {
  const rows: number[] = [];
  const texts = new Map<string, string>();
  for (const { chunk, messageId = "" } of events) {
    if (chunk.type === "data-row") rows.push(Number(chunk.data?.seq));
    else if (chunk.type === "data-attempt") texts.delete(messageId);
    else if (chunk.type === "text-delta") texts.set(messageId, (texts.get(messageId) ?? "") + chunk.delta);
  }
  return { rows, texts };
}
