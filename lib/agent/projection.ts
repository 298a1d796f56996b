import type { ModelMessage, ToolResultPart } from "ai";
import type { FitState, InputPosition, ResultPosition, TokenCounts } from "#lib/context/index.ts";
import type { LogEntry, ResultEntry, StepEntry, StoredFitState, UserEntry } from "./types.ts";

/**
 * The log as the message list of a request, before anything is cleared or cut. It only grows, and every message keeps its
 * identity, so positions stay valid and equal beginnings stay equal bytes. The results of a step become one tool message,
 * in the order of the calls, once all of them are there.
 */
export interface Projection {
  readonly messages: ModelMessage[];
  append(entry: LogEntry): void;
  /** Stored tokens of a message or of a result part of this projection, by the rule of the run. */
  sizeOf(item: ModelMessage | ToolResultPart): number;
  /** The same by the plain rule. */
  plainOf(item: ModelMessage | ToolResultPart): number;
  /** How many messages there were when this row was the newest; 0 for a row that is not here. */
  lengthAt(rowId: string): number;
  /** Where the message of a row is; undefined for a row that is not here. */
  placeOf(rowId: string): number | undefined;
  /** Newest row that was appended. */
  headId(): string;
  toStored(state: FitState): StoredFitState;
  fromStored(stored: StoredFitState): FitState;
}

/** Tokens that a message adds around its parts; stored result sizes are those of the part alone. */
const MESSAGE_OVERHEAD = 4;

/** A cleared result in the stored state: its row, and the version of the note's words where it is not the first. */
function nameResult(id: string, words = 1): string {
  return words === 1 ? id : `${id} ${words}`;
}

export function parseResult(name: string): { id: string; words: number } {
  const [id = "", words = "1"] = name.split(" ");
  return { id, words: Number(words) };
}

export function createProjection(): Projection {
  const messages: ModelMessage[] = [];
  /** Row ids of each message: one, or one per result part. */
  const rowIds: string[][] = [];
  /** The row that completed each message: results arrive in any order. */
  const newestRows: string[] = [];
  const places = new Map<string, [message: number, part: number]>();
  const counts = new WeakMap<object, TokenCounts>();
  /** The newest step's calls until all have their results; messages that came meanwhile stand after these. */
  let waiting: { calls: number; results: ResultEntry[]; messages: UserEntry[] } | undefined;
  let head = "";

  function push(message: ModelMessage, ids: string[], count: TokenCounts) {
    ids.forEach((id, part) => {
      places.set(id, [messages.length, part]);
    });
    rowIds.push(ids);
    newestRows.push(head);
    messages.push(message);
    counts.set(message, count);
  }

  function pushUser(entry: UserEntry) {
    if (waiting) waiting.messages.push(entry);
    else push({ role: "user", content: entry.text }, [entry.id], entry);
  }

  function pushStep(entry: StepEntry) {
    if (entry.content.length > 0) push({ role: "assistant", content: entry.content }, [entry.id], entry);
    const calls = entry.content.filter((part) => part.type === "tool-call").length;
    waiting = calls > 0 ? { calls, results: [], messages: [] } : undefined;
  }

  function pushResult(entry: ResultEntry) {
    counts.set(entry.part, entry);
    if (!waiting) return;
    waiting.results.push(entry);
    if (waiting.results.length < waiting.calls) return;
    const results = waiting.results.toSorted((a, b) => a.callIndex - b.callIndex);
    const { messages: later } = waiting;
    waiting = undefined;
    const count = { tokens: MESSAGE_OVERHEAD, plain: MESSAGE_OVERHEAD };
    for (const { tokens, plain } of results) {
      count.tokens += tokens;
      count.plain += plain;
    }
    push(
      { role: "tool", content: results.map((result) => result.part) },
      results.map((result) => result.id),
      count,
    );
    for (const message of later) pushUser(message);
  }

  return {
    messages,
    append(entry) {
      head = entry.id;
      if (entry.role === "user") pushUser(entry);
      else if (entry.role === "assistant") pushStep(entry);
      else pushResult(entry);
    },
    sizeOf: (item) => counts.get(item)?.tokens ?? 0,
    plainOf: (item) => counts.get(item)?.plain ?? 0,
    lengthAt: (rowId) => (places.get(rowId)?.[0] ?? -1) + 1,
    placeOf: (rowId) => places.get(rowId)?.[0],
    headId: () => head,
    toStored: (state) => ({
      v: 2,
      clearedResults: state.clearedResults.flatMap(([message, part, words]) => {
        const id = rowIds[message]?.[part];
        return id === undefined ? [] : [nameResult(id, words)];
      }),
      clearedInputs: state.clearedInputs.map(([message, part, values]) => ({
        ...{ step: rowIds[message]?.[0] ?? "", part, values },
      })),
      ...(state.droppedMessages > 0 && { droppedUpTo: newestRows[state.droppedMessages - 1] ?? "" }),
      pinned: state.pinned.flatMap((message) => rowIds[message]?.[0] ?? []),
    }),
    fromStored(stored) {
      const newestDropped = stored.droppedUpTo ? places.get(stored.droppedUpTo)?.[0] : undefined;
      const droppedMessages = newestDropped === undefined ? 0 : newestDropped + 1;
      return {
        v: 2,
        // The log of changes keeps them in order of clearing; the fitter walks them in order of place.
        clearedResults: stored.clearedResults
          .flatMap((name): ResultPosition[] => {
            const { id, words } = parseResult(name);
            const place = places.get(id);
            if (!place || place[0] < droppedMessages) return [];
            return [words === 1 ? place : [...place, words]];
          })
          .sort((a, b) => a[0] - b[0] || a[1] - b[1]),
        clearedInputs: (stored.clearedInputs ?? [])
          .flatMap(({ step, part, values }): InputPosition[] => {
            const place = places.get(step);
            return place && place[0] >= droppedMessages ? [[place[0], part, values]] : [];
          })
          .sort((a, b) => a[0] - b[0] || a[1] - b[1]),
        droppedMessages,
        pinned: stored.pinned.flatMap((id) => places.get(id)?.[0] ?? []),
      };
    },
  };
}
