import { type LogPart, type LogRow, readableParts } from "#lib/store/index.ts";
import type { PlanStep } from "#lib/store/views.ts";

const GOAL_CHARACTERS = 2_000;
const ANSWER_CHARACTERS = 4_000;
const MOST_FILES = 200;

type CallPart = Extract<LogPart, { type: "tool-call" }>;

/**
 * What the next chat has to know, told from stored rows alone: no model is asked, so the note exists after a crash, with a bad
 * key and without a network. A row that is damaged is passed over: the next chat begins all the same.
 * @param running subagents that had not ended
 */
export function writeHandoffNote(input: { chatId: string; title: string; rows: LogRow[]; running: string[] }): string {
  const { rows } = input;
  const messages = rows.filter((row) => row.kind === "person").map(textOf);
  const sections = [
    `This chat continues an earlier one, “${input.title}”. The folder and its files are the same. What was said and done there can be read at /conversation_history/${input.chatId}.md.`,
    section("The first request", quote(messages[0])),
    section("The last message of the person", lastMessage(messages, rows)),
    section("The plan as it stood", planLines(rows)),
    section("Files that were written", fileLines(rows)),
    section("Subagents that had not ended", input.running.map((title) => `- ${title}`).join("\n")),
    section("The last action", lastAction(rows)),
    section("The last words of the agent", quote(lastWords(rows), ANSWER_CHARACTERS)),
  ];
  return sections.filter((text) => text !== "").join("\n\n");
}

/** The newest plan of a conversation; undefined when the agent never made one. */
export function latestPlan(rows: LogRow[]): PlanStep[] | undefined {
  const call = allCalls(rows).findLast(({ part }) => part.toolName === "update_plan");
  const steps = (call?.part.input as { steps?: unknown } | undefined)?.steps;
  return Array.isArray(steps) ? steps.filter(isPlanStep) : undefined;
}

function lastMessage(messages: string[], rows: LogRow[]): string {
  if (messages.length === 0) return "";
  const after = rows.slice(rows.findLastIndex((row) => row.kind === "person") + 1);
  const steps = after.filter((row) => row.role === "assistant").length;
  const done = steps === 0 ? "Nothing was done of it yet." : `${steps} steps were done of it.`;
  return `It is the person's draft in this chat, not sent again by itself. ${done}`;
}

function planLines(rows: LogRow[]): string {
  const marks = { done: "x", in_progress: "~", pending: " " };
  return (latestPlan(rows) ?? []).map((step) => `- [${marks[step.status]}] ${step.title}`).join("\n");
}

function fileLines(rows: LogRow[]): string {
  const done = new Set(
    rows.filter((row) => row.role === "tool" && row.state === "complete").map((row) => row.toolCallId),
  );
  const paths = allCalls(rows)
    .filter(({ part }) => ["write_file", "edit_file"].includes(part.toolName) && done.has(part.toolCallId))
    .map(({ part }) => String((part.input as { path?: unknown }).path ?? ""));
  const unique = [...new Set(paths)];
  const lines = unique.slice(-MOST_FILES).map((path) => `- ${path}`);
  return [...(unique.length > MOST_FILES ? [`- (${unique.length - MOST_FILES} more)`] : []), ...lines].join("\n");
}

function lastAction(rows: LogRow[]): string {
  const call = allCalls(rows).at(-1)?.part;
  if (!call) return "";
  const result = rows.findLast((row) => row.toolCallId === call.toolCallId && row.role === "tool");
  const state = result
    ? { complete: "done", failed: "failed", stopped: "stopped", interrupted: "interrupted" }[result.state]
    : "not finished";
  return `${call.toolName} ${clip(JSON.stringify(call.input), 400)}: ${state}.`;
}

function lastWords(rows: LogRow[]): string | undefined {
  return rows
    .filter((row) => row.role === "assistant")
    .map(textOf)
    .findLast((text) => text.trim() !== "");
}

const section = (title: string, body: string): string => (body === "" ? "" : `## ${title}\n${body}`);

function quote(text: string | undefined, characters = GOAL_CHARACTERS): string {
  return text
    ? clip(text, characters)
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n")
    : "";
}

function clip(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters).toWellFormed()} …` : text;
}

function textOf(row: LogRow): string {
  return (readableParts(row) ?? [])
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n")
    .trim();
}

function allCalls(rows: LogRow[]): { part: CallPart }[] {
  return rows.flatMap((row) =>
    (readableParts(row) ?? []).flatMap((part) => (part.type === "tool-call" ? [{ part }] : [])),
  );
}

function isPlanStep(value: unknown): value is PlanStep {
  return typeof value === "object" && value !== null && "title" in value && "status" in value;
}
