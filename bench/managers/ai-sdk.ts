import { type ModelMessage, pruneMessages } from "ai";
import { peerVersion } from "./import-peer.ts";
import { type ContextManager, quarterOfCharacters } from "./manager.ts";

/** Messages whose calls are kept, tried from the most to the least: the function itself knows no budget. */
const KEPT = [200, 160, 120, 90, 60, 40, 30, 20, 14, 10, 6, 4, 2] as const;

export const aiSdk: ContextManager = {
  name: "ai: pruneMessages",
  version: peerVersion("ai"),
  note: "before-last-N-messages, with the largest N that fits; a loop around it is needed for a budget",
  start: (budget) => ({
    fit(messages) {
      let fitted = [...messages];
      for (const kept of KEPT) {
        if (quarterOfCharacters(fitted) <= budget) break;
        const toolCalls = `before-last-${kept}-messages` as const;
        fitted = pruneMessages({
          messages: [...messages],
          reasoning: "all",
          toolCalls,
          emptyMessages: "remove",
        }) as ModelMessage[];
      }
      return fitted;
    },
  }),
};
