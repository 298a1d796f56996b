import { badRequest, conflict } from "#lib/errors.ts";
import type { Chat } from "#lib/store/index.ts";
import { data } from "./live-hub.ts";
import type { Runtime } from "./runtime.ts";
import { statusChunk } from "./status-chunk.ts";

/** Shows the branch that goes through a row. @throws AppError 409 `running`, 400 for a row that no branch goes through */
export async function chooseBranch({ store, hub }: Runtime, chat: Chat, rowId: string): Promise<void> {
  const chosen = await store.chats.selectBranch(chat.id, rowId);
  if (chosen === "running") throw conflict("running", "The agent is still working in this chat. Stop it first.");
  if (chosen === "unknown") throw badRequest("There is no branch with this message in this chat.");
  hub.tell(chat.id, data("data-branch", { leafId: chosen.leafId }));
  hub.tell(chat.id, statusChunk((await store.chats.get(chat.id)) ?? chat));
}
