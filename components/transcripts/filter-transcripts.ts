import type { ChatListItem, ChatStatus } from "#lib/store/views.ts";

export interface TranscriptFilter {
  text: string;
  kind: "all" | "chat" | "subagent";
  status: "all" | ChatStatus;
}

export const NO_FILTER: TranscriptFilter = { text: "", kind: "all", status: "all" };

/** Words of the filter may stand anywhere in the title, in any order and any letter case. */
export function filterTranscripts(chats: readonly ChatListItem[], filter: TranscriptFilter): ChatListItem[] {
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return chats.filter((chat) => {
    const title = chat.title.toLocaleLowerCase();
    const kind = chat.parentId === undefined ? "chat" : "subagent";
    return (
      (filter.kind === "all" || filter.kind === kind) &&
      (filter.status === "all" || filter.status === chat.status) &&
      words.every((word) => title.includes(word))
    );
  });
}
