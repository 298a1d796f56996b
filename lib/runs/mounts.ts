import type { Chat, Store } from "#lib/store/index.ts";
import type { VirtualFile, VirtualMount } from "#lib/workspace/types.ts";
import { renderTranscript } from "./transcript-text.ts";

/**
 * What an agent can read of the log, at the paths that its notes name. It sees the results of its own branch, and the
 * transcripts of itself, its subagents and the chats that it continues. Nothing else exists for it.
 * @param isOwnCall whether a call was made on the branch that the agent works on
 */
export function logMounts(
  store: Store,
  conversationId: string,
  isOwnCall: (toolCallId: string) => boolean,
): VirtualMount[] {
  const log: ReadableLog = { store, conversationId, isOwnCall };
  return [resultsMount(log, "/tool_results"), resultsMount(log, "/large_tool_results"), historyMount(log)];
}

/** Beside each result is what its call was made with. */
const INPUT = ".input.json";

interface ReadableLog {
  store: Store;
  conversationId: string;
  isOwnCall(toolCallId: string): boolean;
}

function resultsMount({ store, conversationId, isOwnCall }: ReadableLog, prefix: string): VirtualMount {
  return {
    prefix,
    async open(name) {
      const ofInput = name.endsWith(INPUT) ? name.slice(0, -INPUT.length) : undefined;
      if (!isOwnCall(ofInput ?? name)) return undefined;
      if (ofInput === undefined) return store.messages.result(conversationId, name);
      const input = await store.messages.input(conversationId, ofInput);
      return input === undefined ? undefined : textFile(JSON.stringify(input, null, 2));
    },
    async list() {
      const results = (await store.messages.results(conversationId)).filter(({ toolCallId }) => isOwnCall(toolCallId));
      return results.map(({ toolCallId, bytes }) => ({ name: toolCallId, bytes }));
    },
  };
}

function historyMount(log: ReadableLog): VirtualMount {
  const { store, conversationId } = log;
  return {
    prefix: "/conversation_history",
    async open(name) {
      if (!name.endsWith(".md")) return openMessage(store, conversationId, name);
      const chat = (await readableChats(log)).find(({ id }) => `${id}.md` === name);
      return chat && textFile(renderTranscript(chat.title, await store.messages.path(chat.id)));
    },
    async list() {
      const chats = await readableChats(log);
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

async function readableChats({ store, conversationId, isOwnCall }: ReadableLog): Promise<Chat[]> {
  const children = await store.chats.subagents(conversationId);
  const chats = children.filter(({ parentToolCallId = "" }) => isOwnCall(parentToolCallId));
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
