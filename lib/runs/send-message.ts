import { AppError, badRequest, conflict } from "#lib/errors.ts";
import type { Chat, LogRow } from "#lib/store/index.ts";
import { currentLimits } from "./limits.ts";
import { data } from "./live-hub.ts";
import { beginRun } from "./run-chat.ts";
import type { Runtime } from "./runtime.ts";
import { userRow } from "./user-row.ts";

const TITLE_LENGTH = 80;

/**
 * Stores a message and starts the run that answers it. The same id with the same text is the same message, however often it
 * arrives.
 * @throws AppError 400 for an empty text, 409 `id-taken` or `running`
 */
export async function sendMessage(
  runtime: Runtime,
  chat: Chat,
  message: { id: string; text: string },
): Promise<{ runId: string }> {
  if (chat.parentId) throw conflict("subagent", "A subagent works alone: write to the chat that started it.");
  if (message.text.trim() === "") throw badRequest("The message is empty.");
  const known = await runtime.store.messages.get(message.id);
  if (known) return answerKnown(known, chat, message.text);
  const { budget } = await currentLimits(runtime);
  const row = (runId: string) => userRow(runtime, { ...message, kind: "person", runId }, budget);
  const run = await beginRun(runtime, chat, row).catch(async (error: unknown) => {
    // Sent twice at the same moment: the other one began the run.
    const other = await runtime.store.messages.get(message.id);
    if (!other) throw error;
    return answerKnown(other, chat, message.text);
  });
  if ("runId" in run) return run;
  await settleChat(runtime, chat, message.text);
  return { runId: run.id };
}

function answerKnown(row: LogRow, chat: Chat, text: string): { runId: string } {
  const stored = row.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (row.conversationId === chat.id && row.kind === "person" && stored === text && row.runId)
    return { runId: row.runId };
  throw conflict("id-taken", "Another message has this id already.");
}

async function settleChat(runtime: Runtime, chat: Chat, text: string): Promise<void> {
  const title = chat.title || titleOf(text);
  await runtime.store.chats.update(chat.id, { draft: null, ...(title !== chat.title && { title }) });
  if (title !== chat.title) runtime.hub.tell(chat.id, data("data-title", { title }));
}

/** The first line that says something, on whole characters. */
function titleOf(text: string): string {
  const line = text.split("\n", 50).find((candidate) => candidate.trim() !== "") ?? "";
  const characters = [...line.trim().slice(0, 4 * TITLE_LENGTH)];
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH - 1).join("")}…` : characters.join("");
}

/**
 * Goes on from the newest row: after a failure, a pause or Stop.
 * @throws AppError 409 `running`, or `nothing-to-do` when there is nothing unanswered
 */
export async function continueRun(runtime: Runtime, chat: Chat): Promise<{ runId: string }> {
  if (chat.parentId) throw conflict("subagent", "A subagent goes on with the chat that started it.");
  if (chat.status === "idle" && !(await isUnanswered(runtime, chat))) {
    throw new AppError(409, "nothing-to-do", "The newest message is a finished answer.");
  }
  const run = await beginRun(runtime, chat);
  return { runId: run.id };
}

async function isUnanswered(runtime: Runtime, chat: Chat): Promise<boolean> {
  const leaf = chat.leafId ? await runtime.store.messages.get(chat.leafId) : undefined;
  return leaf?.role === "user" && leaf.kind !== "handoff";
}
