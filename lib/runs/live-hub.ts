import type { UIMessageChunk } from "ai";

/** What a viewer receives: `id` is `{last committed seq}.{attempt}.{n}`. */
export interface LiveEvent {
  id: string;
  conversationId: string;
  messageId?: string;
  chunk: UIMessageChunk | DataChunk;
}

export interface DataChunk {
  type: `data-${string}`;
  data: unknown;
  transient: true;
}

export interface Cursor {
  seq: number;
  attempt: number;
  n: number;
}

type Listener = (event: LiveEvent) => void;

/** The step in progress of one conversation, as chunks, with everybody who watches. */
interface Channel {
  seq: number;
  attempt: number;
  n: number;
  /** The step in progress; empty between steps. */
  messageId: string;
  /** Chunks of the current step, and the number of the first one that is still there unmerged. */
  step: LiveEvent[];
  mergedUpTo: number;
  /** So many chunks of the step are merged next. */
  mergeAbove: number;
  /** The wait before the next attempt, while it lasts. */
  wait?: LiveEvent | undefined;
  listeners: Set<Listener>;
}

/** So many chunks after the last time, neighbouring deltas of the step are merged: a long answer does not keep one object per word. */
const MERGE_EVERY = 2_000;

/**
 * Carries what happens in runs to whoever watches. It keeps nothing but the step in progress: everything older is a row.
 * A listener must not block; the hub never waits for one.
 */
export interface LiveHub {
  /** A part of the step: kept for those who come later. */
  chunk(conversationId: string, messageId: string, chunk: UIMessageChunk): void;
  /** The step starts, or starts again: what was streamed of it is forgotten. */
  startStep(conversationId: string, messageId: string, attempt: number): void;
  /** A row is committed: the streamed step is over. */
  commit(conversationId: string, row: { seq: number; id: string; role: string; kind: string }): void;
  /** News that viewers can also read elsewhere, and are not kept; but for a wait, which those who come later see as well. */
  tell(conversationId: string, chunk: DataChunk): void;
  /** Chunks of the current step after the cursor, then everything new. Returns the end of the subscription. */
  subscribe(conversationId: string, cursor: Cursor | undefined, listener: Listener): () => void;
  /** After a start of the process, the rows say where a conversation stands. */
  setSeq(conversationId: string, seq: number): void;
}

/**
 * @param firstNumber chunks are numbered from here; larger than any number of an earlier process over the same log, so that a
 * viewer who comes back after a restart is not taken for one who has seen the beginning of the new attempt
 */
export function createLiveHub(firstNumber = 0): LiveHub {
  const channels = new Map<string, Channel>();

  function channelOf(conversationId: string): Channel {
    let channel = channels.get(conversationId);
    if (!channel) {
      channel = {
        seq: 0,
        attempt: 1,
        n: firstNumber,
        messageId: "",
        step: [],
        mergedUpTo: firstNumber,
        mergeAbove: MERGE_EVERY,
        listeners: new Set(),
      };
      channels.set(conversationId, channel);
    }
    return channel;
  }

  function send(channel: Channel, event: Omit<LiveEvent, "id">): LiveEvent {
    const numbered = { id: `${channel.seq}.${channel.attempt}.${channel.n}`, ...event };
    for (const listener of channel.listeners) listener(numbered);
    return numbered;
  }

  function forgetStep(channel: Channel) {
    channel.step = [];
    channel.wait = undefined;
    // Numbers never go back: a cursor of a step that came to nothing is none of the step after it.
    channel.mergedUpTo = channel.n;
    channel.mergeAbove = MERGE_EVERY;
  }

  return {
    chunk(conversationId, messageId, chunk) {
      const channel = channelOf(conversationId);
      channel.n++;
      channel.step.push(send(channel, { conversationId, messageId, chunk }));
      if (channel.step.length > channel.mergeAbove) mergeDeltas(channel);
    },
    startStep(conversationId, messageId, attempt) {
      const channel = channelOf(conversationId);
      forgetStep(channel);
      channel.attempt = attempt;
      channel.messageId = messageId;
      if (attempt > 1) send(channel, { conversationId, messageId, chunk: data("data-attempt", { attempt }) });
    },
    commit(conversationId, row) {
      const channel = channelOf(conversationId);
      forgetStep(channel);
      channel.attempt = 1;
      channel.messageId = "";
      channel.seq = row.seq;
      send(channel, { conversationId, messageId: row.id, chunk: data("data-row", row) });
    },
    tell(conversationId, chunk) {
      const channel = channels.get(conversationId);
      if (!channel) return;
      const event = send(channel, { conversationId, chunk });
      if (chunk.type === "data-wait") channel.wait = event;
      if (chunk.type === "data-status") channel.wait = undefined;
    },
    subscribe(conversationId, cursor, listener) {
      const channel = channelOf(conversationId);
      replay(channel, conversationId, cursor, listener);
      channel.listeners.add(listener);
      return () => {
        channel.listeners.delete(listener);
      };
    },
    setSeq(conversationId, seq) {
      const channel = channelOf(conversationId);
      channel.seq = Math.max(channel.seq, seq);
    },
  };
}

export const data = (type: DataChunk["type"], value: unknown): DataChunk => ({ type, data: value, transient: true });

function replay(channel: Channel, conversationId: string, cursor: Cursor | undefined, listener: Listener) {
  const isSameStep = cursor && cursor.seq === channel.seq && cursor.attempt === channel.attempt;
  const from = isSameStep && cursor.n >= channel.mergedUpTo ? cursor.n : 0;
  // What the viewer has of this step cannot be continued: it begins anew.
  if (from === 0 && channel.messageId !== "") {
    const { messageId } = channel;
    const chunk = data("data-attempt", { attempt: channel.attempt });
    const id = `${channel.seq}.${channel.attempt}.0`;
    listener({ id, conversationId, messageId, chunk });
  }
  for (const event of channel.step) if (numberOf(event.id) > from) listener(event);
  if (channel.wait) listener(channel.wait);
}

function mergeDeltas(channel: Channel) {
  const merged: LiveEvent[] = [];
  for (const event of channel.step) {
    const last = merged.at(-1);
    const chunk = last && joinDeltas(last.chunk, event.chunk);
    if (last && chunk) merged[merged.length - 1] = { ...event, chunk };
    else merged.push(event);
  }
  channel.step = merged;
  channel.mergedUpTo = channel.n;
  // Twice as many as were left: parts that cannot be joined do not make every chunk of a long step cost a pass over all of it.
  channel.mergeAbove = MERGE_EVERY + 2 * merged.length;
}

function joinDeltas(first: LiveEvent["chunk"], next: LiveEvent["chunk"]): UIMessageChunk | undefined {
  if (first.type === "text-delta" && next.type === "text-delta" && first.id === next.id) {
    return { type: "text-delta", id: next.id, delta: first.delta + next.delta };
  }
  if (first.type === "reasoning-delta" && next.type === "reasoning-delta" && first.id === next.id) {
    return { type: "reasoning-delta", id: next.id, delta: first.delta + next.delta };
  }
  if (first.type === "tool-input-delta" && next.type === "tool-input-delta" && first.toolCallId === next.toolCallId) {
    return { ...next, inputTextDelta: first.inputTextDelta + next.inputTextDelta };
  }
  return undefined;
}

export function parseCursor(id: string | null): Cursor | undefined {
  const [seq, attempt, n] = (id ?? "").split(".").map(Number);
  const isWhole = [seq, attempt, n].every((value) => Number.isSafeInteger(value));
  return isWhole ? { seq: seq as number, attempt: attempt as number, n: n as number } : undefined;
}

const numberOf = (id: string): number => parseCursor(id)?.n ?? 0;
