import type { ToolCallPart } from "ai";
import { findOldResults } from "./clear.ts";
import { findLargeValues } from "./clear-input.ts";
import { clearDraftInput, type Draft, scaleSize } from "./draft.ts";
import type { FitOptions } from "./options.ts";
import type { InputPosition } from "./state.ts";
import type { FitTargets } from "./targets.ts";

/** Whether a tool would take an input in this form. */
export type AcceptsInput = (toolName: string, input: unknown) => boolean;

/**
 * Stage 1b, for agents that write much: clears large strings in the inputs of the oldest calls, a batch of calls at a time down to
 * the mark, and the few that are left if the request is still over the budget. Only calls whose result could be cleared as
 * well: what is protected or not read yet stays whole with its call. Returns what it cleared.
 */
export function clearOldInputs(
  draft: Draft,
  targets: FitTargets,
  options: FitOptions,
  accepts: AcceptsInput,
): InputPosition[] {
  const batch = Math.max(1, Math.floor(options.clearBatch));
  const clearable = findClearable(draft, targets.budget * options.protectedShare, options.minimumSaving, accepts);
  const cleared: InputPosition[] = [];
  const isOver = (limit: number) => scaleSize(draft, draft) > limit;
  let left: InputPosition[] = [];
  while (isOver(targets.mark)) {
    left = takeUpTo(clearable, batch);
    if (left.length < batch) break;
    for (const position of left) clearDraftInput(draft, position);
    cleared.push(...left);
    left = [];
  }
  if (!isOver(targets.budget)) return cleared;
  for (const position of left) clearDraftInput(draft, position);
  return cleared.concat(left);
}

/** Looked for one by one, because looking into every input of a long conversation takes time and few are needed. */
function* findClearable(
  draft: Draft,
  quarter: number,
  minimum: number,
  accepts: AcceptsInput,
): Generator<InputPosition, undefined> {
  const positions = findOldResults(draft, quarter).flatMap(({ message, toolCallId }) =>
    findCall(draft, message, toolCallId),
  );
  positions.sort((a, b) => a.message - b.message || a.part - b.part);
  for (const { message, part, call } of positions) {
    if (draft.clearedInputs.has(`${message} ${part}`)) continue;
    const values = findLargeValues(call.input, minimum, (changed) => accepts(call.toolName, changed));
    if (values.length > 0) yield [message, part, values];
  }
}

/** The call of a result: in the assistant message before it. */
function findCall(
  draft: Draft,
  result: number,
  toolCallId: string,
): { message: number; part: number; call: ToolCallPart }[] {
  let message = result - 1;
  while (draft.messages[message]?.role === "tool") message--;
  const step = draft.messages[message];
  if (step?.role !== "assistant" || typeof step.content === "string") return [];
  const part = step.content.findIndex((item) => item.type === "tool-call" && item.toolCallId === toolCallId);
  const call = step.content[part];
  return call?.type === "tool-call" ? [{ message, part, call }] : [];
}

function takeUpTo<Item>(items: Iterator<Item>, most: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < most) {
    const { value, done } = items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
