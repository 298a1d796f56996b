import type { ModelMessage } from "ai";

/**
 * How a list of messages divides. A *turn* opens at the first message and at every user message whose predecessor is an
 * assistant message; other user messages were sent during a turn and belong to it. A *round* is an assistant message with
 * the tool messages that follow it.
 */

type Messages = readonly ModelMessage[];

/** The first index after the first message and the tool results that answer it: what no cut ever takes. */
export function findHeadEnd(messages: Messages): number {
  let end = Math.min(1, messages.length);
  while (messages[end]?.role === "tool") end++;
  return end;
}

/** The indexes at which turns open, ascending. */
export function findTurnStarts(messages: Messages): number[] {
  const starts: number[] = [];
  for (let index = 0; index < messages.length; index++) {
    const opens = messages[index]?.role === "user" && messages[index - 1]?.role === "assistant";
    if (index === 0 || opens) starts.push(index);
  }
  return starts;
}

/** The indexes at which rounds open from `from` on, ascending. */
export function findRoundStarts(messages: Messages, from: number): number[] {
  const starts: number[] = [];
  for (let index = from; index < messages.length; index++) {
    if (messages[index]?.role === "assistant") starts.push(index);
  }
  return starts;
}

/** Where the newest assistant message is, or -1. Results after it have not been read by the model yet. */
export function findLastAssistant(messages: Messages): number {
  return messages.findLastIndex((message) => message.role === "assistant");
}
