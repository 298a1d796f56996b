import type { ModelMessage } from "ai";
import { importPeer, peerVersion } from "./import-peer.ts";
import type { ContextManager } from "./manager.ts";

interface Mastra {
  TokenLimiterProcessor: new (
    options: object,
  ) => {
    processLLMRequest(input: { prompt: unknown[] }): Promise<{ prompt: unknown[] } | undefined>;
  };
}

const { TokenLimiterProcessor } = await importPeer<Mastra>("@mastra/core/processors");

export const mastra: ContextManager = {
  name: "@mastra/core: TokenLimiter",
  version: peerVersion("@mastra/core"),
  note: "contiguous; counts with tokenx",
  start(budget) {
    const limiter = new TokenLimiterProcessor({ limit: budget, trimMode: "contiguous" });
    return {
      async fit(messages) {
        // It reads the provider's form, in which a user's content is a list of parts.
        const prompt = messages.map((message) =>
          typeof message.content === "string"
            ? { ...message, content: [{ type: "text", text: message.content }] }
            : message,
        );
        const limited = await limiter.processLLMRequest({ prompt });
        return (limited?.prompt ?? prompt) as ModelMessage[];
      },
    };
  },
};
