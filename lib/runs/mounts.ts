import type { Chat, Store } from "#lib/store/index.ts";
import type { VirtualFile, VirtualMount } from "#lib/workspace/types.ts";
import { renderTranscript } from "./transcript-text.ts";

/**
 * What an agent can read of the log, at the paths that its notes name. It sees the results of its own conversation, and the
 * transcripts of itself, its subagents and the chats that it continues. Nothing else exists for it.
 */
export function logMounts(store: Store, conversationId: string): VirtualMount[] {
  const results = resultsMount(store, conversationId);
  return [results("/tool_results"), results("/large_tool_results"), historyMount(store, conversationId)];
}

const resultsMount =
  (store: Store, conversationId: string) =>
  (prefix: string): VirtualMount => ({
    prefix,
    open: (name) => store.messages.result(conversationId, name),
    async list() {
      const results = await store.messages.results(conversationId);
      return results.map(({ toolCallId, bytes }) => ({ name: toolCallId, bytes }));
    },
  });

function historyMount(store: Store, conversationId: string): VirtualMount {
  return {
    prefix: "/conversation_history",
    async open(name) {
      if (!name.endsWith(".md")) return openMessage(store, conversationId, name);
      const chat = (await readableChats(store, conversationId)).find(({ id }) => `${id}.md` === name);
      return chat && textFile(renderTranscript(chat.title, await store.messages.path(chat.id)));
    },
    async list() {
      const chats = await readableChats(store, conversationId);
      const files = chats.map(async (chat) => {
        const text = renderTranscript(chat.title, await store.messages.path(chat.id));
        return { name: `${chat.id}.md`, bytes: Buffer.byteLength(text) };
      });
      return Promise.all(files);
    },
  };
}

async function openMessage(store: Store, conversationId: string, id: string): Promise<VirtualFile | undefined> {
  const text = await store.messages.text(id);
  return text?.row.conversationId === conversationId ? text : undefined;
}

async function readableChats(store: Store, conversationId: string): Promise<Chat[]> {
  const chats = [...(await store.chats.subagents(conversationId))];
  for (let id: string | undefined = conversationId; id; ) {
    const chat: Chat | undefined = await store.chats.get(id);
    if (chat) chats.unshift(chat);
    id = chat?.continuedFrom;
  }
  return chats;
}

function textFile(text: string): VirtualFile {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}
