import type { ModelMessage, ToolResultPart } from "ai";
import { expect } from "vitest";
import { fateOf } from "../report.ts";
import { estimateMessage, estimatePart } from "../tokens/estimate-message.ts";
import { estimateText } from "../tokens/estimate-text.ts";
import type { FitResult } from "./fit-request.ts";
import { clearResult } from "./notes.ts";
import { DEFAULT_FIT_OPTIONS } from "./options.ts";
import { projectMessages } from "./project.ts";
import type { FitState } from "./state.ts";

/** The rules of fitting, written down a second time, plainly and slowly, from the outcome alone. */
export interface FitCase {
  readonly messages: readonly ModelMessage[];
  readonly fixed: number;
  readonly budget: number;
  readonly earlier: FitState;
  readonly result: FitResult;
}

interface Found {
  readonly at: number;
  readonly part: number;
  readonly result: ToolResultPart;
  readonly saving: number;
  readonly clearedBefore: boolean;
  readonly clearedNow: boolean;
  readonly unread: boolean;
}

export function checkRules(one: FitCase): void {
  checkNumbers(one);
  checkPairs(one.result.messages);
  checkOrder(one);
  checkMemory(one);
  checkClearing(one);
  checkInputs(one);
  if (!one.result.report.fits) checkSmallest(one);
}

function sum(messages: readonly ModelMessage[]): number {
  return messages.reduce((total, message) => total + estimateMessage(message), 0);
}

function checkNumbers({ messages, fixed, budget, earlier, result }: FitCase): void {
  const { report } = result;
  expect(report.before).toBe(fixed + sum(messages));
  expect(report.after).toBe(fixed + sum(result.messages));
  expect(report.after).toBeLessThanOrEqual(report.before);
  expect(report.fits).toBe(report.after <= budget);
  const remembered = fixed + sum(projectMessages(messages, earlier, DEFAULT_FIT_OPTIONS));
  expect(report.after).toBeLessThanOrEqual(remembered);
  if (remembered <= budget) expect(report.stage).toBe(0);
}

/** Every call has its results right after it, in order, and there are no others. */
export function checkPairs(messages: readonly ModelMessage[]): void {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      for (const part of message.content) {
        if (part.type === "tool-result") expect(part.toolCallId).toBe(open.shift());
      }
      continue;
    }
    expect(open).toEqual([]);
    if (message.role === "assistant" && typeof message.content !== "string") {
      open = message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    }
  }
  expect(open).toEqual([]);
}

function currentTurn(messages: readonly ModelMessage[]): number {
  return Math.max(
    0,
    messages.findLastIndex((message, index) => message.role === "user" && messages[index - 1]?.role === "assistant"),
  );
}

function checkOrder({ messages, result }: FitCase): void {
  const sent = [...result.messages];
  const isDropped = (index: number) => result.report.items[index] === "dropped";
  const kept = messages.filter((_, index) => !isDropped(index));
  if (kept.length < messages.length) {
    expect(sent.splice(1, 1)).toEqual([{ role: "user", content: DEFAULT_FIT_OPTIONS.trimmedNote }]);
  }
  expect(sent.length).toBe(kept.length);
  for (const [index, message] of kept.entries()) {
    if (message.role === "assistant") expect(callsOf(sent[index])).toEqual(callsOf(message));
    else if (message.role !== "tool") expect(sent[index]).toBe(message);
    else expect(idsOf(sent[index])).toEqual(idsOf(message));
  }
  expect(result.messages[0]).toBe(messages[0]);
  const people = messages.slice(currentTurn(messages)).filter((message) => message.role === "user");
  for (const message of people) expect(result.messages).toContain(message);
}

function callsOf(message: ModelMessage | undefined): unknown {
  if (message?.role !== "assistant" || typeof message.content === "string") return message;
  return message.content.map((part) => (part.type === "tool-call" ? [part.toolCallId, part.toolName] : part));
}

function idsOf(message: ModelMessage | undefined): string[] {
  if (message?.role !== "tool") return [];
  return message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
}

/** Inputs are cleared of large strings only, of calls whose results could be cleared, and only when results were not enough. */
function checkInputs({ messages, earlier, result }: FitCase): void {
  const { state, report } = result;
  const lastAssistant = messages.findLastIndex((message) => message.role === "assistant");
  const before = new Set(earlier.clearedInputs.map(([at, part]) => `${at} ${part}`));
  for (const [at, part, values] of state.clearedInputs) {
    const message = messages[at];
    const call =
      message?.role === "assistant" && typeof message.content !== "string" ? message.content[part] : undefined;
    if (call?.type !== "tool-call") throw new Error("a call is cleared that is none");
    expect(values).toEqual(["/content"]);
    expect(estimateText((call.input as { content: string }).content)).toBeGreaterThanOrEqual(200);
    expect(at).toBeLessThan(lastAssistant);
    if (!before.has(`${at} ${part}`)) expect(report.stage).toBeGreaterThan(0);
  }
  for (const [at, part] of earlier.clearedInputs) {
    expect(["cleared", "dropped"]).toContain(fateOf(report.items[at], part));
  }
  const fresh = state.clearedInputs.filter(([at, part]) => !before.has(`${at} ${part}`));
  expect(report.newlyClearedInputs).toEqual(fresh);
}

function checkMemory({ messages, earlier, result }: FitCase): void {
  const { state, report } = result;
  expect(state.droppedMessages).toBeGreaterThanOrEqual(earlier.droppedMessages);
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  for (const [at, part] of earlier.clearedResults) {
    expect(["cleared", "dropped"]).toContain(fateOf(report.items[at], part));
  }
  for (const [index, fate] of report.items.entries()) {
    const wasDropped = index > 0 && index < earlier.droppedMessages && !earlier.pinned.includes(index);
    if (wasDropped) expect(fate).toBe("dropped");
  }
  if (report.stage === 0) expect(state).toBe(earlier);
  else expect(JSON.stringify(state)).not.toBe(JSON.stringify(earlier));
  for (const index of state.pinned) expect(messages[index]?.role).toBe("user");
}

/** The results of what the remembered state leaves, oldest first. */
function findResults({ messages, earlier, result }: FitCase): Found[] {
  const lastAssistant = messages.findLastIndex((message) => message.role === "assistant");
  const wasCleared = new Set(earlier.clearedResults.map(String));
  return messages.flatMap((message, at) => {
    const isGone = at > 0 && at < earlier.droppedMessages && !earlier.pinned.includes(at);
    if (message.role !== "tool" || isGone) return [];
    return message.content.flatMap((content, part) => {
      if (content.type !== "tool-result") return [];
      const note = clearResult(content, DEFAULT_FIT_OPTIONS.clearedNote);
      const found: Found = {
        ...{ at, part, result: content },
        saving: estimatePart(content) - estimatePart(note),
        clearedBefore: wasCleared.has(`${at},${part}`),
        clearedNow: fateOf(result.report.items[at], part) === "cleared",
        unread: at > lastAssistant,
      };
      return [found];
    });
  });
}

function checkClearing(one: FitCase): void {
  const { budget, result } = one;
  const { report } = result;
  const results = findResults(one);
  if (results.length > 0) expect(results.at(-1)?.clearedNow).toBe(false);

  let room = budget / 4;
  let guardedFrom = results.length;
  while (guardedFrom > 0) {
    const next = results[guardedFrom - 1];
    if (!next) break;
    room -= estimatePart(next.result) - (next.clearedBefore ? next.saving : 0);
    if (room < 0) break;
    guardedFrom--;
  }
  guardedFrom = Math.min(guardedFrom, results.length - 1);
  const isGuarded = (found: Found) => found.unread || results.indexOf(found) >= guardedFrom;
  const isFresh = (found: Found) => found.clearedNow && !found.clearedBefore;
  for (const found of results) {
    if (isFresh(found)) expect(found.saving).toBeGreaterThan(0);
    if (isFresh(found) && isGuarded(found)) expect([report.stage, found.unread]).toEqual([4, true]);
  }

  const clearable = results.filter((found) => !isGuarded(found) && !found.clearedBefore && found.saving >= 200);
  const fresh = clearable.filter(isFresh);
  expect(clearable.slice(0, fresh.length).every(isFresh) || report.stage > 1).toBe(true);
  // Inputs come after results, and only when results were not enough.
  if (report.newlyClearedInputs.length > 0)
    expect(clearable.every((found) => isFresh(found) || report.stage > 1)).toBe(true);
  else if (report.stage === 1) {
    expect(fresh.length % 4 === 0 || fresh.length === clearable.length).toBe(true);
    const lastStep = fresh.slice(-(fresh.length % 4 || 4)).reduce((total, found) => total + found.saving, 0);
    expect(report.after + lastStep).toBeGreaterThan(Math.min(budget, report.mark - 1));
    if (report.after > report.mark) expect(clearable.length - fresh.length).toBeLessThan(4);
  }
  if (report.stage > 1) {
    const isSent = (found: Found) => report.items[found.at] !== "dropped";
    expect(clearable.filter(isSent).every(isFresh)).toBe(true);
  }
  expect(JSON.stringify(results.filter(isFresh).map((found) => [found.at, found.part]))).toBe(
    JSON.stringify([...report.newlyCleared].sort((a, b) => a[0] - b[0] || a[1] - b[1])),
  );
}

/** Nothing that may be left out is smaller than what was returned. */
function checkSmallest(one: FitCase): void {
  const { messages, fixed, result } = one;
  const { report } = result;
  const turn = currentTurn(messages);
  const isRound = (index: number) => messages[index]?.role === "assistant" && messages[index + 1]?.role === "tool";
  const newest = messages.findLastIndex((_, index) => index >= turn && isRound(index));
  const lastAnswer = messages.findLastIndex((message, index) => index >= turn && message.role === "assistant");
  const from = newest >= 0 ? newest : lastAnswer >= 0 ? lastAnswer : turn;
  const notes = { ...result.state, droppedMessages: 0, pinned: [] };
  const whole = projectMessages(messages, notes, DEFAULT_FIT_OPTIONS);
  const smallest = whole.filter(
    (message, index) => index === 0 || index >= from || (index >= turn && message.role === "user"),
  );
  const note: ModelMessage = { role: "user", content: DEFAULT_FIT_OPTIONS.trimmedNote };
  expect(report.after).toBeLessThanOrEqual(fixed + sum(smallest) + estimateMessage(note));
  const unread = findResults(one).filter((found) => found.unread);
  for (const found of unread.slice(0, -1)) expect(found.clearedNow || found.saving <= 0).toBe(true);
}
