import { badRequest } from "#lib/errors.ts";
import type { Chat, LogRow } from "#lib/store/index.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The row that an edited message follows; null for the beginning.
 * @param named the message that is edited, or the row before it
 * @throws AppError 400 for a row of another chat, or one that no message can follow
 */
export async function findEditPlace(runtime: Runtime, chat: Chat, named: string | null): Promise<string | null> {
  if (named === null) return null;
  const row = await findRow(runtime, chat, named);
  if (row.kind === "person" || row.kind === "steer") return row.parentId ?? null;
  if (!(await mayBeFollowed(runtime, row))) throw badRequest("A message cannot stand in the middle of a step.");
  return row.id;
}

/**
 * The row from which an answer is given anew: a message itself, or what a step came after.
 * @throws AppError 400 for a row of another chat, or one that nobody answers
 */
export async function findAnswerPlace(runtime: Runtime, chat: Chat, named: string): Promise<string> {
  const row = await findRow(runtime, chat, named);
  if (row.kind === "person" || row.kind === "steer") return row.id;
  if (row.kind === "step" && row.parentId !== undefined) return row.parentId;
  throw badRequest("Only a message or a step can be answered anew.");
}

async function findRow({ store }: Runtime, chat: Chat, id: string): Promise<LogRow> {
  const row = await store.messages.get(id);
  if (row?.conversationId === chat.id) return row;
  throw badRequest("There is no such message in this chat.");
}

/** Whether no call is open after this row. */
async function mayBeFollowed({ store }: Runtime, row: LogRow): Promise<boolean> {
  if (row.role === "user") return true;
  if (row.role === "assistant") return row.state !== "failed" && row.state !== "interrupted" && !hasCalls(row);
  const path = await store.messages.path(row.conversationId, row.id);
  const step = path.findLast((each) => each.role === "assistant");
  const results = path.filter((each) => each.stepId === step?.id).length;
  return step !== undefined && results === callsOf(step);
}

const callsOf = (step: LogRow) => step.content.filter((part) => part.type === "tool-call").length;
const hasCalls = (step: LogRow) => callsOf(step) > 0;
