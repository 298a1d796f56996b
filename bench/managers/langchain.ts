import { importPeer, peerVersion } from "./import-peer.ts";
import { type ChainMessage, fromChain, toChain } from "./langchain-messages.ts";
import type { ContextManager } from "./manager.ts";

type Count = (messages: ChainMessage[]) => number;

interface Langchain {
  ClearToolUsesEdit: new (
    options: object,
  ) => {
    apply(input: { messages: ChainMessage[]; model: object; countTokens: Count }): Promise<void>;
  };
  countTokensApproximately: Count;
  trimMessages(messages: ChainMessage[], options: object): Promise<ChainMessage[]>;
}

const { ClearToolUsesEdit, countTokensApproximately, trimMessages } = await importPeer<Langchain>("langchain");

const clearing = (name: string, keep: (budget: number) => object): ContextManager => ({
  name: `langchain: ClearToolUsesEdit, ${name}`,
  version: peerVersion("langchain"),
  note: "trigger at the budget; changes the list it is given, so each call gets a new one, as in its middleware",
  start(budget) {
    const edit = new ClearToolUsesEdit({ trigger: { tokens: budget }, keep: keep(budget) });
    return {
      async fit(conversation) {
        const messages = toChain(conversation);
        await edit.apply({ messages, model: {}, countTokens: countTokensApproximately });
        return fromChain(messages);
      },
    };
  },
});

export const clearToolUses = clearing("keep 3 results", () => ({ messages: 3 }));
export const clearToolUsesQuarter = clearing("keep ¼ of the budget", (budget) => ({ tokens: budget / 4 }));

export const trimmed: ContextManager = {
  name: "langchain: trimMessages",
  version: peerVersion("@langchain/core"),
  note: "strategy last, startOn human, up to the budget",
  start: (budget) => ({
    async fit(conversation) {
      const options = { maxTokens: budget, tokenCounter: countTokensApproximately, strategy: "last", startOn: "human" };
      return fromChain(await trimMessages(toChain(conversation), options));
    },
  }),
};
