import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ModelServer } from "#lib/models/server/index.ts";
import type { MessageView } from "#lib/store/views.ts";
import type { ApiClient } from "../support/api-client.ts";
import { callsOf, checkLog, outputOf, textOf } from "../support/check-log.ts";
import { checkRequests, type RequestCounts } from "./check-requests.ts";
import { answerOf, linesOfTurn, taskOf } from "./counted-turns.ts";
import type { Drive } from "./drive-chat.ts";
import { findChanged } from "./first-sight.ts";
import { foldViewer } from "./fold-viewer.ts";
import type { Watch } from "./watch-chat.ts";

export interface Outcome extends RequestCounts {
  /** What is wrong, one sentence each; empty when everything is as it must be. */
  problems: string[];
  conversations: number;
  rows: number;
  steps: number;
  /** Cut texts, and calls whose outcome was not known. */
  interrupted: number;
  /** Subagents that failed, and whose work was handed on anew. */
  failedSubagents: number;
  /** Rows, results and request bodies that were compared with what they were when they were first read. */
  comparedReads: number;
  /** Streamed texts and outputs that were compared with the stored ones; whole ones had to be equal. */
  comparedTexts: number;
  wholeTexts: number;
  comparedOutputs: number;
}

/** Compares what was stored, streamed, sent and written with what it must be after all turns. */
export async function checkOutcome(api: ApiClient, server: ModelServer, drives: Drive[]): Promise<Outcome> {
  const outcome: Outcome = {
    ...{ problems: [], conversations: 0, rows: 0, steps: 0, interrupted: 0, failedSubagents: 0 },
    ...{ comparedReads: 0, comparedTexts: 0, wholeTexts: 0, comparedOutputs: 0 },
    ...{ requests: 0, retries: 0, mostAttempts: 0, askedAgain: 0, comparedBodies: 0 },
  };
  const conversations: string[] = [];
  for (const drive of drives) {
    const { chatId, seen, watches } = drive;
    await checkFiles(drive, outcome);
    checkTurns(drive, await api.messages(chatId), outcome);
    const children = await api.subagents(chatId);
    checkSubagents(children, outcome);
    const rows: MessageView[] = [];
    for (const id of [chatId, ...children.map((child) => child.id)]) {
      const own = await api.messages(id);
      checkRows(id, own, outcome);
      const watch = watches.get(id);
      if (watch) checkViewer(id, watch, own, outcome);
      rows.push(...own);
      conversations.push(id);
    }
    outcome.comparedReads += seen.rows.size + seen.texts.size;
    for (const what of await findChanged(api, rows, seen)) {
      outcome.problems.push(`${what} is not what it was when it was first seen`);
    }
  }
  await checkRequests(api, server, conversations, outcome);
  return outcome;
}

async function checkFiles({ folder, turns }: Drive, { problems }: Outcome): Promise<void> {
  for (const [name, lines] of turns.flatMap((turn) => [...linesOfTurn(turn)])) {
    const text = await readFile(path.join(folder, name), "utf8").catch(() => "");
    const found = text.split("\n").filter((line) => line !== "");
    // A line whose command was interrupted may come after the next one.
    if (found.toSorted().join("\n") !== lines.toSorted().join("\n")) {
      problems.push(`${name} has the lines ${JSON.stringify(found)}, not ${JSON.stringify(lines)}`);
    }
  }
}

function checkTurns({ turns, chatId }: Drive, rows: MessageView[], { problems }: Outcome): void {
  const shown = rows.filter((row) => row.onPath);
  const asked = shown.filter((row) => row.role === "user").map(textOf);
  if (asked.join() !== turns.map(taskOf).join()) problems.push(`chat ${chatId} was asked ${asked.join()}`);
  const answers = shown.filter((row) => row.role === "assistant").map(textOf);
  for (const turn of turns) {
    const found = answers.filter((text) => text === answerOf(taskOf(turn))).length;
    if (found !== 1) problems.push(`the answer of turn ${turn} is there ${found} times`);
  }
}

function checkSubagents(children: Awaited<ReturnType<ApiClient["subagents"]>>, outcome: Outcome): void {
  const good = new Set(children.filter(({ status }) => status === "idle").map(({ title }) => title));
  for (const { title, status } of children) {
    if (status === "failed") outcome.failedSubagents++;
    if (status === "running" || !good.has(title)) outcome.problems.push(`subagent ${title} is ${status}`);
  }
}

function checkRows(id: string, rows: MessageView[], outcome: Outcome): void {
  const { gaps, unpaired } = checkLog(rows);
  if (gaps.length > 0) outcome.problems.push(`conversation ${id} has gaps at ${gaps.join()}`);
  if (unpaired.length > 0) outcome.problems.push(`conversation ${id} has calls without one result: ${unpaired.join()}`);
  const calls = new Set(rows.flatMap(callsOf).map(({ toolCallId }) => toolCallId));
  for (const { toolCallId } of rows.filter(({ role }) => role === "tool")) {
    if (!calls.has(toolCallId ?? ""))
      outcome.problems.push(`conversation ${id} has no call for the result ${toolCallId}`);
  }
  outcome.conversations++;
  outcome.rows += rows.length;
  outcome.steps += rows.filter((row) => row.role === "assistant" && row.onPath).length;
  outcome.interrupted += rows.filter((row) => row.state === "interrupted").length;
}

/** A viewer that was away while a step ended reads it as a row; of what was streamed to it, nothing is other, missing or doubled. */
function checkViewer(id: string, { connections }: Watch, rows: MessageView[], outcome: Outcome): void {
  const complain = (what: string) => outcome.problems.push(`a viewer of ${id} ${what}`);
  const { told, from, texts, streaming, outputs } = foldViewer(connections);
  const expected = rows.filter(({ seq }) => seq >= from).map(({ seq }) => seq);
  if (told.join() !== expected.join()) complain(`was told of the rows ${told.join()}, not ${expected.join()}`);
  for (const row of rows) {
    const stored = textOf(row);
    // Of a text that a crash cut off, up to half a second is lost in the log and may have been seen.
    const viewed = row.onPath ? texts.get(row.id) : undefined;
    if (viewed) {
      outcome.comparedTexts++;
      if (viewed.isWhole) outcome.wholeTexts++;
      const isGood = viewed.isWhole ? stored === viewed.text : stored.startsWith(viewed.text);
      if (!isGood) complain(`has ${JSON.stringify(viewed)} of step ${row.id}: ${JSON.stringify(stored)}`);
    }
    if (row.onPath && streaming.has(row.id)) complain(`has step ${row.id} as a row and still streaming`);
    const output = row.role === "tool" ? outputs.get(row.toolCallId ?? "") : undefined;
    if (output === undefined) continue;
    outcome.comparedOutputs++;
    if (output !== outputOf(row)) complain(`has another output of the call ${row.toolCallId}`);
  }
}
