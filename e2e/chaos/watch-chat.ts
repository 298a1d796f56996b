import { setTimeout as delay } from "node:timers/promises";
import { type EventReader, type ReceivedEvent, readEvents } from "../support/event-stream.ts";

/** A viewer that always comes back, with the id of the last event that it received. */
export interface Watch {
  events: ReceivedEvent[];
  /** Whether it was told of the row with this place. */
  hasSeen(seq: number): boolean;
  /** How often it had to come back. */
  returns(): number;
  close(): Promise<void>;
}

export function watchChat(url: string): Watch {
  const events: ReceivedEvent[] = [];
  let reader: EventReader | undefined;
  let isClosed = false;
  let returns = -1;

  async function watch() {
    while (!isClosed) {
      try {
        reader = await readEvents(url, events.at(-1)?.id);
        returns++;
        await reader.waitFor(() => isClosed, 3_600_000).catch(() => undefined);
        events.push(...reader.events);
      } catch {
        await delay(100);
      }
    }
  }
  const watching = watch();
  return {
    events,
    hasSeen: (seq) => [...events, ...(reader?.events ?? [])].some(({ chunk }) => chunk.data?.seq === seq),
    returns: () => Math.max(0, returns),
    async close() {
      isClosed = true;
      await reader?.close();
      await watching;
    },
  };
}
