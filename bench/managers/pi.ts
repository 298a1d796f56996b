import type { ModelMessage } from "ai";
import { SUMMARY } from "./deepagents.ts";
import { importPeer, peerVersion } from "./import-peer.ts";
import { type ContextManager, quarterOfCharacters } from "./manager.ts";

interface Entry {
  type: "message";
  id: string;
  parentId: string | null;
  timestamp: string;
  message: object;
}

const { findCutPoint } = await importPeer<{
  findCutPoint(entries: Entry[], from: number, to: number, keep: number): { firstKeptEntryIndex: number };
}>("@earendil-works/pi-coding-agent");

/** Its default. */
const KEEP_RECENT = 20_000;

export const pi: ContextManager = {
  name: "pi: cut point",
  version: peerVersion("@earendil-works/pi-coding-agent"),
  note: "compacts at the budget, keeps 20,000 (its default); the summary is a fixed text",
  start(budget) {
    let from = 0;
    const keep = Math.min(KEEP_RECENT, budget / 3);
    return {
      fit(conversation) {
        const view = () =>
          from === 0 ? [...conversation] : [{ role: "user" as const, content: SUMMARY }, ...conversation.slice(from)];
        if (quarterOfCharacters(view()) > budget) {
          const { entries, places } = toEntries(conversation);
          const first = places.findIndex((place) => place >= from);
          const { firstKeptEntryIndex } = findCutPoint(entries, first, entries.length, keep);
          from = places[firstKeptEntryIndex] ?? from;
        }
        return view();
      },
    };
  },
};

/** One entry per message and per result; `places` says which message of the conversation each belongs to. */
function toEntries(conversation: readonly ModelMessage[]): { entries: Entry[]; places: number[] } {
  const entries: Entry[] = [];
  const places: number[] = [];
  const add = (place: number, message: object) => {
    places.push(place);
    entries.push({ type: "message", id: `e${entries.length}`, parentId: null, timestamp: "", message });
  };
  for (const [place, message] of conversation.entries()) {
    if (message.role === "user") add(place, { role: "user", content: message.content, timestamp: 0 });
    else if (message.role === "assistant")
      add(place, { role: "assistant", content: toBlocks(message.content), usage: {}, stopReason: "stop" });
    else if (message.role === "tool") {
      for (const part of message.content) {
        if (part.type !== "tool-result" || part.output.type !== "text") continue;
        const content = [{ type: "text", text: part.output.value }];
        add(place, {
          role: "toolResult",
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          content,
          isError: false,
        });
      }
    }
  }
  return { entries, places };
}

function toBlocks(content: ModelMessage["content"]): object[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.flatMap((part): object[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    return part.type === "tool-call"
      ? [{ type: "toolCall", id: part.toolCallId, name: part.toolName, arguments: part.input }]
      : [];
  });
}
