import { data } from "./live-hub.ts";
import type { Runtime } from "./runtime.ts";

/** Tells the viewers of a chat what waits in it now. */
export async function tellQueue({ store, hub }: Runtime, chatId: string): Promise<void> {
  hub.tell(chatId, data("data-queue", { messages: await store.queue.list(chatId) }));
}
