import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ModelServer } from "#lib/models/server/index.ts";
import type { MessageView } from "#lib/store/views.ts";
import { checkLog, textOf } from "../support/check-log.ts";
import { foldEvents } from "../support/event-stream.ts";
import type { App } from "../support/start-app.ts";
import { answerOf, countedFiles, taskOf } from "./counted-turns.ts";
import { type Drive, hashOf } from "./drive-chat.ts";
import type { Watch } from "./watch-chat.ts";

export interface ChaosChat {
  chatId: string;
  folder: string;
  turns: number[];
  drive: Drive;
  watch: Watch;
}

export interface Outcome {
  /** What is wrong, one sentence each; empty when everything is as it must be. */
  problems: string[];
  conversations: number;
  rows: number;
  steps: number;
  interrupted: number;
  requests: number;
  comparedTexts: number;
  comparedBodies: number;
}

/** Compares what was stored, streamed, sent and written with what it must be after all turns. */
export async function checkOutcome(app: App, server: ModelServer, chats: ChaosChat[]): Promise<Outcome> {
  const outcome: Outcome = {
    ...{ problems: [], conversations: 0, rows: 0, steps: 0, interrupted: 0 },
    ...{ requests: 0, comparedTexts: 0, comparedBodies: 0 },
  };
  const ledger = new Set<string>();
  for (const chat of chats) {
    await checkFiles(chat, outcome);
    const rows = await app.api.messages(chat.chatId);
    checkTurns(chat, rows, outcome);
    checkSeen(chat, rows, outcome);
    checkStreamed(chat, rows, outcome);
    const children = await app.api.subagents(chat.chatId);
    for (const { title, status } of children) {
      if (status !== "idle") outcome.problems.push(`subagent ${title} is ${status}`);
    }
    for (const id of [chat.chatId, ...children.map((child) => child.id)]) {
      checkRows(id, await app.api.messages(id), outcome);
      for (const { n } of await app.api.requests(id)) {
        ledger.add(sha256(await app.api.requestBody(id, n)));
        outcome.requests++;
      }
    }
  }
  checkBodies(server, ledger, outcome);
  return outcome;
}

async function checkFiles({ folder, turns }: ChaosChat, { problems }: Outcome): Promise<void> {
  for (const { name, lines } of turns.flatMap(countedFiles)) {
    const text = await readFile(path.join(folder, name), "utf8").catch(() => "");
    const expected = Array.from({ length: lines }, (_, index) => `${index + 1}\n`).join("");
    if (text !== expected) problems.push(`${name} has the lines ${JSON.stringify(text)}`);
  }
}

function checkTurns({ turns, chatId }: ChaosChat, rows: MessageView[], { problems }: Outcome): void {
  const path = rows.filter((row) => row.onPath);
  const asked = path.filter((row) => row.role === "user").map(textOf);
  if (asked.join() !== turns.map(taskOf).join()) problems.push(`chat ${chatId} was asked ${asked.join()}`);
  const answers = path.filter((row) => row.role === "assistant").map(textOf);
  for (const turn of turns) {
    const found = answers.filter((text) => text === answerOf(taskOf(turn))).length;
    if (found !== 1) problems.push(`the answer of turn ${turn} is there ${found} times`);
  }
}

function checkSeen({ chatId, drive }: ChaosChat, rows: MessageView[], { problems }: Outcome): void {
  const now = new Map(rows.map((row) => [row.id, hashOf(row)]));
  for (const [id, hash] of drive.seen) {
    if (now.get(id) !== hash) problems.push(`row ${id} of chat ${chatId} is not what it was when it was first seen`);
  }
}

/** A viewer that was away misses the text of steps that ended meanwhile, and reads them as rows; it never has other text. */
function checkStreamed({ chatId, watch }: ChaosChat, rows: MessageView[], outcome: Outcome): void {
  const { rows: told, texts } = foldEvents(watch.events);
  if (new Set(told).size !== told.length) outcome.problems.push(`a viewer of chat ${chatId} was told of a row twice`);
  if (told.at(-1) !== rows.at(-1)?.seq)
    outcome.problems.push(`a viewer of chat ${chatId} was not told of the last row`);
  for (const row of rows.filter(({ role, onPath }) => role === "assistant" && onPath)) {
    const streamed = texts.get(row.id);
    if (streamed === undefined) continue;
    outcome.comparedTexts++;
    if (!textOf(row).startsWith(streamed)) outcome.problems.push(`a viewer has other text of step ${row.id}`);
  }
}

function checkRows(id: string, rows: MessageView[], outcome: Outcome): void {
  const { gaps, unpaired } = checkLog(rows);
  if (gaps.length > 0) outcome.problems.push(`conversation ${id} has gaps at ${gaps.join()}`);
  if (unpaired.length > 0) outcome.problems.push(`conversation ${id} has calls without one result: ${unpaired.join()}`);
  outcome.conversations++;
  outcome.rows += rows.length;
  outcome.steps += rows.filter((row) => row.role === "assistant" && row.onPath).length;
  outcome.interrupted += rows.filter((row) => row.state === "interrupted" || row.state === "failed").length;
}

/** Whatever reached the model is in the ledger, byte for byte; what was cut on its way is there as well. */
function checkBodies(server: ModelServer, ledger: ReadonlySet<string>, outcome: Outcome): void {
  const { lastRequests, refusals } = server.stats();
  for (const { body, number } of lastRequests) {
    if (body === undefined) continue;
    outcome.comparedBodies++;
    if (!ledger.has(sha256(body))) outcome.problems.push(`request ${number} of the model is not in the ledger`);
  }
  const refused = Object.keys(refusals).filter((status) => status.startsWith("4"));
  if (refused.length > 0) outcome.problems.push(`the model refused requests with ${refused.join()}`);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
