import { createHash } from "node:crypto";
import type { MessageView } from "#lib/store/views.ts";
import type { ApiClient } from "../support/api-client.ts";

/** Hashes of what never changes, as it was when it was first read over HTTP. */
export interface Sighted {
  rows: Map<string, string>;
  /** Results and bodies of requests, by their address. */
  texts: Map<string, string>;
  /** Place of the newest row that was seen, by conversation. */
  newest: Map<string, number>;
}

export const nothingSighted = (): Sighted => ({ rows: new Map(), texts: new Map(), newest: new Map() });

/** Reads what is new in a conversation: rows, the texts of results, and the requests as they were sent. */
export async function lookAt(api: ApiClient, chatId: string, seen: Sighted): Promise<void> {
  const rows = await api.messages(chatId, seen.newest.get(chatId));
  if (rows.length === 0) return;
  const results = rows.flatMap(({ role, toolCallId }) =>
    role === "tool" ? [`/api/chats/${chatId}/results/${toolCallId}`] : [],
  );
  const requests = (await api.requests(chatId)).map(({ n }) => `/api/chats/${chatId}/requests/${n}`);
  for (const address of [...results, ...requests]) {
    if (!seen.texts.has(address)) seen.texts.set(address, await hashAt(api, address));
  }
  for (const row of rows) seen.rows.set(row.id, hashOfRow(row));
  seen.newest.set(chatId, rows.at(-1)?.seq ?? 0);
}

/** What is not any more what it was when it was first seen. */
export async function findChanged(api: ApiClient, rows: MessageView[], seen: Sighted): Promise<string[]> {
  const now = new Map(rows.map((row) => [row.id, hashOfRow(row)]));
  const changed = [...seen.rows].filter(([id, hash]) => now.get(id) !== hash).map(([id]) => `row ${id}`);
  for (const [address, hash] of seen.texts) if ((await hashAt(api, address)) !== hash) changed.push(address);
  return changed;
}

async function hashAt(api: ApiClient, address: string): Promise<string> {
  const answer = await api.fetch(address);
  if (!answer.ok) throw new Error(`GET ${address}: ${answer.status} ${await answer.text()}`);
  return sha256(await answer.text());
}

/** Of what never changes in a row. Where the newest request left it out, and which branch is shown, is not of the row. */
function hashOfRow(row: MessageView): string {
  const { sent: _, onPath: __, versions: ___, ...stored } = row;
  return sha256(JSON.stringify(stored));
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
