import { setTimeout as delay } from "node:timers/promises";
import { type EventReader, type ReceivedEvent, readEvents } from "../support/event-stream.ts";

const BETWEEN_TRIES_MS = 100;
const PATIENCE_MS = 30_000;

/** A viewer that always comes back, with the id of the last event that it received. */
export interface Watch {
  /** What it received, connection after connection. */
  connections: (readonly ReceivedEvent[])[];
  /** Leaves when it was told of the row with this place, or does not hear of it for half a minute. */
  leaveAfter(seq: number): Promise<void>;
  isOver(): boolean;
  /** Leaves at once. */
  close(): Promise<void>;
}

export function watchChat(url: string): Watch {
  const connections: (readonly ReceivedEvent[])[] = [];
  const leaving = new AbortController();
  let reader: EventReader | undefined;

  async function watch() {
    while (!leaving.signal.aborted) {
      const lastId = connections.findLast((events) => events.length > 0)?.at(-1)?.id;
      try {
        reader = await readEvents(url, lastId, leaving.signal);
        connections.push(reader.events);
        await reader.ended;
      } catch {
        await delay(BETWEEN_TRIES_MS);
      }
    }
  }
  const watching = watch();
  const close = async () => {
    leaving.abort();
    await watching;
  };
  const isTold = (seq: number) => connections.flat().some(({ chunk }) => chunk.data?.seq === seq);
  return {
    connections,
    isOver: () => leaving.signal.aborted,
    close,
    async leaveAfter(seq) {
      const giveUpAt = Date.now() + PATIENCE_MS;
      while (!isTold(seq) && Date.now() < giveUpAt) await delay(BETWEEN_TRIES_MS);
      await close();
    },
  };
}
