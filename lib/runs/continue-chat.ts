import { AppError, conflict } from "#lib/errors.ts";
import { type Chat, ConflictError, type LogRow } from "#lib/store/index.ts";
import { openWorkspace } from "#lib/workspace/index.ts";
import { writeHandoffNote } from "./handoff-note.ts";
import { currentLimits } from "./limits.ts";
import type { Runtime } from "./runtime.ts";
import { userRow } from "./user-row.ts";

/**
 * The next chat: same workspace, a handoff note as its first row, and the last message that the person wrote as its draft,
 * word for word. Works in any state but running, and gives the same chat again for the same leaf.
 * @param saveMessageAs path in the workspace that receives the last message; the draft then points to it
 */
export async function continueChat(
  runtime: Runtime,
  chat: Chat,
  { saveMessageAs }: { saveMessageAs?: string | undefined },
): Promise<{ id: string; created: boolean }> {
  if (chat.status === "running") throw conflict("running", "The agent is still working in this chat. Stop it first.");
  const existing = await runtime.store.chats.findContinuation(chat.id, chat.leafId);
  if (existing) {
    if (existing.deletedAt !== undefined) await runtime.store.chats.restore(existing.id);
    return { id: existing.id, created: false };
  }
  const rows = await runtime.store.messages.path(chat.id);
  // In a chat where nothing was sent yet, what the person wrote is still its draft.
  const lastMessage = (await lastPersonText(runtime, rows)) ?? chat.draft;
  const draft = saveMessageAs ? await saveMessage(runtime, chat, saveMessageAs, lastMessage ?? "") : lastMessage;
  const id = runtime.newId();
  try {
    await runtime.store.chats.create({
      ...{ id, workspaceId: chat.workspaceId, title: nextTitle(chat.title), continuedFromId: chat.id },
      ...(chat.leafId && { continuedFromLeaf: chat.leafId }),
      ...(draft && { draft }),
      ...(chat.fitting && { fitting: { ...chat.fitting, pins: [] } }),
      rows: [{ ...(await handoffRow(runtime, chat, rows)), seq: 1 }],
    });
    return { id, created: true };
  } catch (error) {
    // Pressed twice at the same moment: the other one made it.
    const other = ConflictError.isInstance(error) && (await runtime.store.chats.findContinuation(chat.id, chat.leafId));
    if (other) return { id: other.id, created: false };
    throw error;
  }
}

async function handoffRow(runtime: Runtime, chat: Chat, rows: LogRow[]) {
  const children = await runtime.store.chats.subagents(chat.id);
  const running = children.filter((child) => child.status === "running").map((child) => child.title);
  const text = writeHandoffNote({ chatId: chat.id, title: chat.title, rows, running });
  const { budget } = await currentLimits(runtime);
  return userRow(runtime, { id: runtime.newId(), kind: "handoff", text }, budget);
}

async function lastPersonText(runtime: Runtime, rows: LogRow[]): Promise<string | undefined> {
  const row = rows.findLast((candidate) => candidate.kind === "person");
  const source = row && (await runtime.store.messages.text(row.id));
  return source && new TextDecoder().decode(await source.read(0, source.bytes));
}

async function saveMessage(runtime: Runtime, chat: Chat, file: string, text: string): Promise<string> {
  const workspace = await runtime.store.workspaces.get(chat.workspaceId);
  if (!workspace) throw new AppError(404, "not-found", "The workspace of this chat does not exist any more.");
  const session = openWorkspace({ root: workspace.path, mounts: [] });
  try {
    const path = `/workspace/${file.replace(/^\/+(workspace\/+)?/, "")}`;
    const written = await session.write(path, text);
    if (!written.ok) throw new AppError(400, "not-saved", written.reason);
    return `Please read ${path} and do what it says.`;
  } finally {
    await session.close();
  }
}

/** “Report” goes on as “Report (2)”, that as “Report (3)”. */
function nextTitle(title: string): string {
  const numbered = /^(.*) \((\d+)\)$/s.exec(title);
  if (numbered) return `${numbered[1]} (${Number(numbered[2]) + 1})`;
  return title ? `${title} (2)` : "";
}
