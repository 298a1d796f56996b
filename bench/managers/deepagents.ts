import type { ModelMessage } from "ai";
import { importPeer, peerVersion } from "./import-peer.ts";
import { type ChainMessage, fromChain, toChain } from "./langchain-messages.ts";
import type { ContextManager } from "./manager.ts";

interface Middleware {
  wrapModelCall(
    request: object,
    handler: (request: { messages: ChainMessage[] }) => Promise<unknown>,
  ): Promise<unknown>;
}

const { createSummarizationMiddleware } = await importPeer<{
  createSummarizationMiddleware(options: object): Middleware;
}>("deepagents");
const { FakeListChatModel } = await importPeer<{ FakeListChatModel: new (fields: object) => object }>(
  "@langchain/core/utils/testing",
);
const { AIMessage } = await importPeer<{ AIMessage: new (text: string) => unknown }>("@langchain/core/messages");

/** About as long as a real one; what is in it does not matter here. */
export const SUMMARY = "The agent read files and noted what matters for the task. ".repeat(30);
const DONE = { error: undefined, path: "/conversation_history/c.md", filesUpdate: null };

export const deepagents: ContextManager = {
  name: "deepagents: summarization",
  version: peerVersion("deepagents"),
  note: "trigger at the budget, keep a tenth (its default); the summary is a fixed text",
  start(budget) {
    const model = new FakeListChatModel({ responses: [SUMMARY] });
    const backend = {
      write: async () => DONE,
      edit: async () => DONE,
      read: async () => ({ error: "missing" }),
      readRaw: async () => ({ error: "missing" }),
      downloadFiles: async () => [{ path: DONE.path, content: null, error: "file_not_found" }],
      uploadFiles: async () => [{ path: DONE.path, error: null }],
    };
    const middleware = createSummarizationMiddleware({
      ...{ model, backend, trigger: { type: "tokens", value: budget }, keep: { type: "tokens", value: budget / 10 } },
    });
    let state: Record<string, unknown> = {};
    return {
      async fit(conversation) {
        const messages = toChain(conversation);
        let sent: ModelMessage[] = [];
        const result = await middleware.wrapModelCall(
          {
            messages,
            state: { ...state, messages },
            model,
            tools: [],
            runtime: { context: {} },
            systemMessage: undefined,
          },
          async (request) => {
            sent = fromChain(request.messages);
            return new AIMessage("ok");
          },
        );
        const update = (result as { update?: Record<string, unknown> } | undefined)?.update;
        if (update) {
          const { messages: _, ...rest } = update;
          state = { ...state, ...rest };
        }
        return sent;
      },
    };
  },
};
