import { conflict } from "#lib/errors.ts";
import type { Chat } from "#lib/store/index.ts";
import { findAnswerPlace } from "./find-place.ts";
import { beginRun } from "./run-chat.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Goes on from the newest row: after a failure, a pause or Stop.
 * @param from a message or step that gets another answer beside the one that it has
 * @throws AppError 409 `running`, or `nothing-to-do` when there is nothing unanswered; 400 when `from` cannot be answered
 */
export async function continueRun(runtime: Runtime, chat: Chat, from?: string): Promise<{ runId: string }> {
  if (chat.parentId) throw conflict("subagent", "A subagent goes on with the chat that started it.");
  if (from !== undefined) {
    const leafId = await findAnswerPlace(runtime, chat, from);
    return { runId: (await beginRun(runtime, chat, { leafId })).id };
  }
  if (chat.status === "idle" && !(await isUnanswered(runtime, chat))) {
    throw conflict("nothing-to-do", "The newest message is a finished answer.");
  }
  return { runId: (await beginRun(runtime, chat)).id };
}

/** The newest row asks for an answer: a message, or results that no step has read. */
async function isUnanswered(runtime: Runtime, chat: Chat): Promise<boolean> {
  const leaf = chat.leafId ? await runtime.store.messages.get(chat.leafId) : undefined;
  return leaf?.role === "tool" || (leaf?.role === "user" && leaf.kind !== "handoff");
}
