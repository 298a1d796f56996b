import type { ReceivedEvent } from "../support/event-stream.ts";

/** What a viewer has of the text of a step. */
export interface ViewedText {
  text: string;
  /** It was there from some piece of the text to the step's row without a break, so nothing of the text may be missing. */
  isWhole: boolean;
}

export interface View {
  /** The rows that it was told of: places in order of arrival, and ids. */
  told: number[];
  rowIds: Set<string>;
  /** The place from which on it has to be told of every row. */
  from: number;
  /** Text of steps whose row it was told of, by step. */
  texts: Map<string, ViewedText>;
  /** Text that still stands as streaming, by step. */
  streaming: Map<string, string>;
  /** Outputs that it saw, by call. */
  outputs: Map<string, string>;
}

/** Folds what came over all connections of a viewer as the screen does: `start` begins a step anew, its row ends it. */
export function foldViewer(connections: readonly (readonly ReceivedEvent[])[]): View {
  const first = connections.flat()[0];
  const view: View = {
    ...{ told: [], from: Number.parseInt(first?.id ?? "0", 10) + 1 },
    ...{ rowIds: new Set(), texts: new Map(), streaming: new Map(), outputs: new Map() },
  };
  for (const events of connections) {
    const heard = new Set<string>();
    for (const event of events) foldEvent(view, event, heard);
  }
  return view;
}

/** @param heard steps of which a piece of text came over this connection */
function foldEvent(view: View, { chunk, messageId = "" }: ReceivedEvent, heard: Set<string>): void {
  const { streaming, texts, rowIds } = view;
  switch (chunk.type) {
    case "data-row": {
      view.told.push(Number(chunk.data?.seq));
      rowIds.add(messageId);
      const text = streaming.get(messageId);
      if (text !== undefined) texts.set(messageId, { text, isWhole: heard.has(messageId) });
      streaming.delete(messageId);
      return;
    }
    case "start":
    case "data-attempt":
      streaming.delete(messageId);
      return;
    case "text-delta":
      if (rowIds.has(messageId)) return;
      heard.add(messageId);
      streaming.set(messageId, (streaming.get(messageId) ?? "") + chunk.delta);
      return;
    case "tool-output-available":
      view.outputs.set(chunk.toolCallId ?? "", String(chunk.output));
      return;
    case "tool-output-error":
      view.outputs.set(chunk.toolCallId ?? "", chunk.errorText ?? "");
  }
}
