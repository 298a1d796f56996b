import type { LiveEvent } from "./live-event.ts";
import { EMPTY_LIVE_STATE, type LiveState } from "./live-state.ts";
import { reduceLive, settleLive } from "./reduce-live.ts";

export type Connection = "connecting" | "open" | "lost";

/** Outside React, so that a token redraws the part that it belongs to and nothing else. */
export interface LiveStore {
  getState(): LiveState;
  getConnection(): Connection;
  subscribe(listener: () => void): () => void;
  /** Kept until the next frame, then folded together. */
  push(event: LiveEvent): void;
  /** Call it when rows are drawn: what they show needs no streamed copy any more. */
  settle(rows: Parameters<typeof settleLive>[1], active: boolean): void;
  setConnection(connection: Connection): void;
}

/** `schedule` calls back once, soon: at the next animation frame in a browser. */
export function createLiveStore(schedule: (callback: () => void) => void): LiveStore {
  let state = EMPTY_LIVE_STATE;
  let connection: Connection = "connecting";
  let waiting: LiveEvent[] = [];
  const listeners = new Set<() => void>();

  const publish = () => {
    for (const listener of listeners) listener();
  };
  const flush = () => {
    const events = waiting;
    waiting = [];
    const before = state;
    state = events.reduce(reduceLive, state);
    if (state !== before) publish();
  };

  return {
    getState: () => state,
    getConnection: () => connection,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push(event) {
      waiting.push(event);
      if (waiting.length === 1) schedule(flush);
    },
    settle(rows, active) {
      flush();
      const before = state;
      state = settleLive(state, rows, active);
      if (state !== before) publish();
    },
    setConnection(next) {
      if (next === connection) return;
      connection = next;
      publish();
    },
  };
}
