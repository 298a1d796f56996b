import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { MessageView } from "#lib/store/views.ts";
import type { App } from "../support/start-app.ts";
import { taskOf } from "./counted-turns.ts";
import { patiently } from "./patiently.ts";

const BETWEEN_LOOKS_MS = 150;
const TURN_PATIENCE_MS = 10 * 60_000;

/** What a person does in one chat: sends one message after the other, and presses Continue when it asks for it. */
export interface Drive {
  /** Rows as they were when they were first seen: id and hash. */
  seen: Map<string, string>;
  parked: number;
  /** Runs that ended because all retries were used up. */
  failed: number;
  finished: number;
}

export async function driveChat(app: App, chatId: string, turns: number[], drive: Drive): Promise<void> {
  for (const turn of turns) {
    const id = randomUUID();
    await patiently(() => send(app, chatId, id, taskOf(turn)));
    await finishTurn(app, chatId, drive);
    drive.finished++;
  }
}

async function send(app: App, chatId: string, id: string, text: string): Promise<void> {
  const answer = await app.api.fetch(`/api/chats/${chatId}/messages`, { method: "POST", body: { id, text } });
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
}

async function finishTurn(app: App, chatId: string, drive: Drive): Promise<void> {
  const giveUpAt = Date.now() + TURN_PATIENCE_MS;
  for (;;) {
    const { status, error } = await patiently(() => app.api.chat(chatId));
    await patiently(() => lookAtRows(app, chatId, drive));
    if (status === "idle") return;
    if (status === "paused" && error?.guard === "crash") drive.parked++;
    else if (status === "failed") drive.failed++;
    else if (status !== "running") throw new Error(`chat ${chatId} is ${status}: ${JSON.stringify(error)}`);
    if (status !== "running") await patiently(() => goOn(app, chatId));
    if (Date.now() > giveUpAt) throw new Error(`a turn of chat ${chatId} does not end: ${status}`);
    await delay(BETWEEN_LOOKS_MS);
  }
}

/** Already running is fine: the answer to an earlier try was lost. */
async function goOn(app: App, chatId: string): Promise<void> {
  const answer = await app.api.fetch(`/api/chats/${chatId}/run`, { method: "POST", body: {} });
  if (answer.status !== 202 && answer.status !== 409) throw new Error(`${answer.status} ${await answer.text()}`);
}

async function lookAtRows(app: App, chatId: string, drive: Drive): Promise<void> {
  for (const row of await app.api.messages(chatId)) {
    if (!drive.seen.has(row.id)) drive.seen.set(row.id, hashOf(row));
  }
}

/** Of what never changes in a row. Where the newest request left it out, and which branch is shown, is not of the row. */
export function hashOf(row: MessageView): string {
  const { sent: _, onPath: __, versions: ___, ...stored } = row;
  return createHash("sha256").update(JSON.stringify(stored)).digest("hex");
}
