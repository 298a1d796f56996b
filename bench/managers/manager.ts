import type { ModelMessage } from "ai";

/** Something that keeps a growing conversation within a budget. */
export interface ContextManager {
  name: string;
  version: string;
  /** What its knobs were set to, and what else a reader should know. */
  note: string;
  /** A new conversation. `budget` in tokens as the manager itself counts them; `window` for those that have their own share of it. */
  start(budget: number): Session;
}

export interface Session {
  /** The request to send for a conversation. It only grows from call to call; nobody changes its messages. */
  fit(conversation: readonly ModelMessage[]): ModelMessage[] | Promise<ModelMessage[]>;
  /** What the provider counted of the request that was made last. */
  learn?(inputTokens: number): void;
}

/** How most of them count. */
export function quarterOfCharacters(messages: readonly unknown[]): number {
  return messages.reduce((sum: number, message) => sum + JSON.stringify(message).length / 4, 0);
}
