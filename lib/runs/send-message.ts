import { badRequest, conflict } from "#lib/errors.ts";
import type { Chat, LogRow, QueuedView } from "#lib/store/index.ts";
import { findEditPlace } from "./find-place.ts";
import { currentLimits } from "./limits.ts";
import { data } from "./live-hub.ts";
import { beginRun } from "./run-chat.ts";
import type { Runtime } from "./runtime.ts";
import { tellQueue } from "./tell-queue.ts";
import { userRow } from "./user-row.ts";

const TITLE_LENGTH = 80;

export interface SentMessage {
  /** Chosen by the sender: the same id with the same text is the same message, however often it arrives. */
  id: string;
  text: string;
  /** What becomes of it while a run is active; absent: it is refused then. */
  deliver?: QueuedView["deliver"] | undefined;
  /** An edit: the message that it stands beside, or the row that it follows; null for the beginning. */
  parentId?: string | null | undefined;
  /** The leaf that the sender saw, null for none. */
  base?: string | null | undefined;
}

export type Sent = { runId: string } | { queued: true };

/**
 * Stores a message and starts the run that answers it, or lets it wait for the step or turn that comes next.
 * @throws AppError 400 for an empty text or an edit of what cannot be edited, 409 `id-taken`, `running` or `stale`
 */
export async function sendMessage(runtime: Runtime, chat: Chat, message: SentMessage): Promise<Sent> {
  if (chat.parentId) throw conflict("subagent", "A subagent works alone: write to the chat that started it.");
  if (message.text.trim() === "") throw badRequest("The message is empty.");
  const known = await runtime.store.messages.get(message.id);
  if (known) return answerKnown(known, chat, message.text);
  if (message.deliver && message.parentId === undefined) {
    const queued = await queueMessage(runtime, chat, { ...message, deliver: message.deliver });
    if (queued) return queued;
  }
  return startTurn(runtime, chat, message);
}

/** Undefined when no run is active: then it can be sent. */
async function queueMessage(
  runtime: Runtime,
  chat: Chat,
  { id, text, deliver, base }: SentMessage & { deliver: QueuedView["deliver"] },
): Promise<Sent | undefined> {
  const entry = { id, text, deliver, conversationId: chat.id, ...(base !== undefined && { base }) };
  const outcome = await runtime.store.queue.add(entry);
  switch (outcome) {
    case "idle":
      return undefined;
    case "queued":
      await runtime.store.chats.update(chat.id, { draft: null });
      await tellQueue(runtime, chat.id);
      return { queued: true };
    case "stale":
      throw conflict("stale", "This chat has moved on since. Look at what is new, then send again.");
    default:
      throw conflict("id-taken", "Another message has this id already.");
  }
}

async function startTurn(runtime: Runtime, chat: Chat, { id, text, parentId, base }: SentMessage): Promise<Sent> {
  const parent = parentId === undefined ? undefined : await findEditPlace(runtime, chat, parentId);
  const { budget } = await currentLimits(runtime);
  const message = (runId: string) => ({
    ...userRow(runtime, { id, text, kind: "person", runId }, budget),
    ...(parent !== undefined && { parentId: parent }),
  });
  try {
    const run = await beginRun(runtime, chat, { message, ...(base !== undefined && { base }) });
    const isFromComposer = parent === undefined;
    await settleChat(runtime, chat, text, isFromComposer);
    return { runId: run.id };
  } catch (error) {
    // Sent twice at the same moment: the other one began the run.
    const other = await runtime.store.messages.get(id);
    if (!other) throw error;
    return answerKnown(other, chat, text);
  }
}

function answerKnown(row: LogRow, chat: Chat, text: string): Sent {
  const stored = row.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const isMessage = row.kind === "person" || row.kind === "steer";
  if (row.conversationId === chat.id && isMessage && stored === text && row.runId) return { runId: row.runId };
  throw conflict("id-taken", "Another message has this id already.");
}

async function settleChat(runtime: Runtime, chat: Chat, text: string, isFromComposer: boolean): Promise<void> {
  const title = chat.title || titleOf(text);
  await runtime.store.chats.update(chat.id, {
    ...(isFromComposer && { draft: null }),
    ...(title !== chat.title && { title }),
  });
  if (title !== chat.title) runtime.hub.tell(chat.id, data("data-title", { title }));
  await tellQueue(runtime, chat.id);
}

/** The first line that says something, on whole characters. */
function titleOf(text: string): string {
  const line = text.split("\n", 50).find((candidate) => candidate.trim() !== "") ?? "";
  const characters = [...line.trim().slice(0, 4 * TITLE_LENGTH)];
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH - 1).join("")}…` : characters.join("");
}
