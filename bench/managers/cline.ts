import type { ModelMessage, ToolCallPart } from "ai";
import { importPeer, peerVersion } from "./import-peer.ts";
import type { ContextManager } from "./manager.ts";

type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: unknown }
  | { type: "tool_result"; tool_use_id: string; content: unknown };
interface ClineMessage {
  id: string;
  role: "user" | "assistant";
  content: string | Block[];
}
type Prepare = (context: object) => Promise<{ messages: ClineMessage[] } | undefined>;

const { createContextCompactionPrepareTurn } = await importPeer<{
  createContextCompactionPrepareTurn(config: object): Prepare | undefined;
}>("@cline/core");

export const cline: ContextManager = {
  name: "@cline/core: compaction, basic",
  version: peerVersion("@cline/core"),
  note: "its window set so that it compacts at the budget; what it made is gone on with",
  start(budget) {
    const prepare = createContextCompactionPrepareTurn({
      ...{ providerId: "openai", modelId: "bench", compaction: { enabled: true, strategy: "basic" } },
      providerConfig: { providerId: "openai", modelId: "bench" },
    });
    if (!prepare) throw new Error("compaction is off");
    let working: ClineMessage[] = [];
    let taken = 0;
    let previousRequestInputTokens: number | undefined;
    return {
      async fit(conversation) {
        working = working.concat(conversation.slice(taken).map((message, at) => toCline(message, taken + at)));
        taken = conversation.length;
        const limits = { maxInputTokens: budget / TRIGGER, contextWindow: budget / TRIGGER };
        const compacted = await prepare({
          ...{ agentId: "a", conversationId: "c", parentAgentId: null, iteration: 1, systemPrompt: "", tools: [] },
          ...{ messages: working, apiMessages: working, abortSignal: new AbortController().signal },
          model: { id: "bench", provider: "openai", info: { id: "bench", ...limits } },
          ...(previousRequestInputTokens && { previousRequestInputTokens }),
        });
        if (compacted) working = compacted.messages;
        return fromCline(working);
      },
      learn(inputTokens) {
        previousRequestInputTokens = inputTokens;
      },
    };
  },
};

/** It compacts at nine tenths of the window. */
const TRIGGER = 0.9;

function toCline(message: ModelMessage, at: number): ClineMessage {
  const id = `m${at}`;
  if (message.role === "tool") {
    const content = message.content.flatMap((part): Block[] =>
      part.type === "tool-result" && part.output.type === "text"
        ? [{ type: "tool_result", tool_use_id: part.toolCallId, content: part.output.value }]
        : [],
    );
    return { id, role: "user", content };
  }
  if (message.role !== "assistant") return { id, role: "user", content: String(message.content) };
  if (typeof message.content === "string") return { id, role: "assistant", content: message.content };
  const content = message.content.flatMap((part): Block[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName, input } = part as ToolCallPart;
    return [{ type: "tool_use", id: toolCallId, name: toolName, input }];
  });
  return { id, role: "assistant", content };
}

function fromCline(messages: ClineMessage[]): ModelMessage[] {
  return messages.flatMap(({ role, content }): ModelMessage[] => {
    if (typeof content === "string") return [{ role, content }];
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
    if (role === "assistant") {
      const calls = content.flatMap((block) =>
        block.type === "tool_use"
          ? [{ type: "tool-call" as const, toolCallId: block.id, toolName: block.name, input: block.input }]
          : [],
      );
      return [{ role, content: [...(text ? [{ type: "text" as const, text }] : []), ...calls] }];
    }
    const results = content.flatMap((block) =>
      block.type === "tool_result"
        ? [
            {
              ...{ type: "tool-result" as const, toolCallId: block.tool_use_id, toolName: "tool" },
              output: { type: "text" as const, value: asText(block.content) },
            },
          ]
        : [],
    );
    return [
      ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : []),
      ...(text ? [{ role: "user" as const, content: text }] : []),
    ];
  });
}

function asText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((block: { text?: string }) => block.text ?? "").join("");
}
