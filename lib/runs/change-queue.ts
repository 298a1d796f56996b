import { AppError, badRequest } from "#lib/errors.ts";
import type { Chat, QueuedView } from "#lib/store/index.ts";
import type { Runtime } from "./runtime.ts";
import { tellQueue } from "./tell-queue.ts";

export interface QueueChange {
  text?: string | undefined;
  deliver?: QueuedView["deliver"] | undefined;
  /** Place among all that wait, from 0. */
  position?: number | undefined;
}

/** @throws AppError 404 when the message was delivered or removed meanwhile, 400 for an empty text */
export async function changeQueued(runtime: Runtime, chat: Chat, id: string, change: QueueChange): Promise<QueuedView> {
  const { text, deliver, position } = change;
  if (text?.trim() === "") throw badRequest("The message is empty.");
  const changed = await runtime.store.queue.change(chat.id, id, {
    ...(text !== undefined && { text }),
    ...(deliver && { deliver }),
    ...(position !== undefined && { position }),
  });
  if (!changed) throw isGone();
  await tellQueue(runtime, chat.id);
  return changed;
}

/** @throws AppError 404 when the message was delivered or removed meanwhile */
export async function removeQueued(runtime: Runtime, chat: Chat, id: string): Promise<void> {
  if (!(await runtime.store.queue.remove(chat.id, id))) throw isGone();
  await tellQueue(runtime, chat.id);
}

const isGone = () => new AppError(404, "not-found", "This message does not wait any more: it was sent or removed.");
