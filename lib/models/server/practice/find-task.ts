import type { ParsedMessage } from "../types.ts";

export interface TaskCall {
  name: string;
  input: Record<string, unknown>;
  /** Missing while it is cleared. */
  output?: string;
}

interface TaskStep {
  text: string;
  calls: TaskCall[];
}

/** What the person wants and what is still visible of the work on it. */
export interface Task {
  request: string;
  steps: TaskStep[];
  /** The request comes out of a summary: the work on it has begun before the visible steps. */
  summarized: boolean;
}

const TRIM_NOTE = /\b(?:earlier|older|previous)\b[^.]{0,80}\b(?:trimmed|removed|dropped|left out|omitted)\b/i;
const SUMMARY = /\/conversation_history\/|\bsummary\b/i;
const LONGEST_CLEAR_NOTE = 700;
const LONGEST_REQUEST_WITHOUT_SUMMARY = 400;

/**
 * The newest message of the person that `recognise` understands, within the turn that is going on; without one the newest at all.
 * Messages that an app adds (notes about left-out conversation, bracketed remarks) are not the person's.
 */
export function findTask(messages: ParsedMessage[], recognise: (text: string) => boolean): Task {
  const turn = messages.slice(startOfTurn(messages));
  const candidates = personIndexes(turn);
  const index = candidates.findLast((candidate) => recognise(turn[candidate]?.text ?? "")) ?? candidates.at(-1) ?? -1;
  const request = turn[index]?.text ?? "";
  return {
    request,
    steps: listSteps(turn.slice(index + 1)),
    summarized: request.length > LONGEST_REQUEST_WITHOUT_SUMMARY && SUMMARY.test(request),
  };
}

function isCleared(output: string): boolean {
  return output.length <= LONGEST_CLEAR_NOTE && /\bcleared\b/i.test(output) && output.includes("/tool_results/");
}

/** A turn opens at a user message that follows an answer. */
function startOfTurn(messages: ParsedMessage[]): number {
  const opening = messages.findLastIndex(
    (message, index) => message.role === "user" && messages[index - 1]?.role === "assistant",
  );
  return Math.max(0, opening);
}

function personIndexes(turn: ParsedMessage[]): number[] {
  const indexes = [...turn.keys()].filter((index) => turn[index]?.role === "user");
  const persons = indexes.filter((index) => !isRemark(turn[index]?.text ?? ""));
  // At the beginning of a turn, what stands before the note about left-out conversation is history. While work is going on,
  // the note may also stand between the request and a message that came later in the same turn.
  const working = turn.some((message) => message.role === "assistant");
  const note = indexes.find((index) => TRIM_NOTE.test(turn[index]?.text ?? "")) ?? -1;
  const later = persons.filter((index) => index > note);
  return working || later.length === 0 ? persons : later;
}

function isRemark(text: string): boolean {
  return /^\s*[<[(]/.test(text) || TRIM_NOTE.test(text.slice(0, LONGEST_REQUEST_WITHOUT_SUMMARY));
}

function listSteps(messages: ParsedMessage[]): TaskStep[] {
  const outputs = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "tool" && message.output !== undefined && !isCleared(message.output)) {
      outputs.set(message.toolCallId ?? "", message.output);
    }
  }
  return messages
    .filter((message) => message.role === "assistant")
    .map(({ text, calls }) => ({
      text,
      calls: calls.map((call) => {
        const output = outputs.get(call.id);
        return { name: call.name, input: parseInput(call.arguments), ...(output !== undefined && { output }) };
      }),
    }));
}

function parseInput(written: string): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(written);
    return typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
