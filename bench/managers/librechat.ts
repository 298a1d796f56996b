import { importPeer, peerVersion } from "./import-peer.ts";
import { type ChainMessage, fromChain, toChain } from "./langchain-messages.ts";
import type { ContextManager } from "./manager.ts";

type Prune = (input: { messages: ChainMessage[] }) => { context: ChainMessage[] };

const { createPruneMessages } = await importPeer<{ createPruneMessages(options: object): Prune }>("@librechat/agents");
const count = (message: ChainMessage) =>
  Math.ceil((JSON.stringify(message.content).length + JSON.stringify(message.tool_calls ?? "").length) / 4);

export const librechat: ContextManager = {
  name: "@librechat/agents: createPruneMessages",
  version: peerVersion("@librechat/agents"),
  note: "one instance for the conversation; shortens old results by tiers of lengths",
  start(budget) {
    const indexTokenCountMap: Record<string, number> = {};
    let prune: Prune | undefined;
    return {
      fit(conversation) {
        const messages = toChain(conversation);
        for (const [index, message] of messages.entries()) indexTokenCountMap[index] ??= count(message);
        prune ??= createPruneMessages({
          ...{ provider: "openAI", maxTokens: budget, startIndex: 0, tokenCounter: count, indexTokenCountMap },
          ...{ getInstructionTokens: () => 0, reserveRatio: 0, thinkingEnabled: false },
        });
        return fromChain(prune({ messages }).context);
      },
    };
  },
};
