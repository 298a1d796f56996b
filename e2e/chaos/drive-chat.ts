import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ApiClient } from "../support/api-client.ts";
import { taskOf } from "./counted-turns.ts";
import { lookAt, type Sighted } from "./first-sight.ts";
import { patiently } from "./patiently.ts";
import type { Watch } from "./watch-chat.ts";

const BETWEEN_LOOKS_MS = 150;
const TURN_PATIENCE_MS = 10 * 60_000;

/** What a person does in one chat, and what they see there. */
export interface Drive {
  chatId: string;
  folder: string;
  turns: number[];
  seen: Sighted;
  /** Viewers of the chat and of its subagents, by conversation. */
  watches: Map<string, Watch>;
  /** Runs parked by the third crash at one step. */
  parked: number;
  /** Runs that ended because all retries were used up. */
  failed: number;
  finished: number;
}

/** Sends one message after the other, watches the subagents, and presses Continue when it is asked for. */
export async function driveChat(api: ApiClient, drive: Drive, watch: (chatId: string) => Watch): Promise<void> {
  for (const turn of drive.turns) {
    const message = { id: randomUUID(), text: taskOf(turn) };
    await patiently(() => post(api, `/api/chats/${drive.chatId}/messages`, message, [202]));
    await finishTurn(api, drive, watch);
    await leaveSubagents(api, drive);
    drive.finished++;
  }
}

async function finishTurn(api: ApiClient, drive: Drive, watch: (chatId: string) => Watch): Promise<void> {
  const { chatId, watches, seen } = drive;
  const giveUpAt = Date.now() + TURN_PATIENCE_MS;
  for (;;) {
    const { status, error } = await patiently(() => api.chat(chatId));
    for (const { id } of await patiently(() => api.subagents(chatId))) {
      if (!watches.has(id)) watches.set(id, watch(id));
    }
    for (const [id, { isOver }] of watches) if (!isOver()) await patiently(() => lookAt(api, id, seen));
    if (status === "idle") return;
    if (status === "paused" && error?.guard === "crash") drive.parked++;
    else if (status === "failed") drive.failed++;
    else if (status !== "running") throw new Error(`chat ${chatId} is ${status}: ${JSON.stringify(error)}`);
    // Running already is fine: the answer to an earlier try was lost.
    if (status !== "running") await patiently(() => post(api, `/api/chats/${chatId}/run`, {}, [202, 409]));
    if (Date.now() > giveUpAt) throw new Error(`a turn of chat ${chatId} does not end: ${status}`);
    await delay(BETWEEN_LOOKS_MS);
  }
}

/** Nothing happens any more in a subagent after the turn that it worked for. */
async function leaveSubagents(api: ApiClient, { chatId, watches, seen }: Drive): Promise<void> {
  for (const [id, watch] of watches) {
    if (id === chatId || watch.isOver()) continue;
    await patiently(() => lookAt(api, id, seen));
    await watch.leaveAfter(seen.newest.get(id) ?? 0);
  }
}

async function post(api: ApiClient, path: string, body: unknown, expected: number[]): Promise<void> {
  const answer = await api.fetch(path, { method: "POST", body });
  if (!expected.includes(answer.status)) throw new Error(`${answer.status} ${await answer.text()}`);
}
