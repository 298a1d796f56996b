import { type LiveEvent, parseLiveEvent } from "./live-event.ts";
import type { Connection } from "./live-store.ts";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

interface StreamHandlers {
  onEvent(event: LiveEvent): void;
  onConnection(connection: Connection): void;
  /** The browser gave the stream up, as it does after an answer that is not a stream: a lost session, a deleted chat. */
  onRefused(): void;
}

/**
 * Opens the event stream of a chat and keeps it open. The browser itself reconnects after a lost connection and says which
 * event it had last; only after a refusal a new stream is opened here, later each time. Answers how to close it.
 */
export function openEventStream(path: string, handlers: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;

  const open = () => {
    const stream = new EventSource(path);
    source = stream;
    stream.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      handlers.onConnection("open");
    };
    stream.onmessage = ({ lastEventId, data }) => {
      const event = parseLiveEvent(lastEventId, data);
      if (event) handlers.onEvent(event);
    };
    stream.onerror = () => {
      handlers.onConnection("lost");
      if (stream.readyState !== EventSource.CLOSED) return;
      handlers.onRefused();
      timer = setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    };
  };

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
