import type { ModelMessage, ToolCallPart, ToolModelMessage, ToolResultPart } from "ai";
import type { PlacedMessage, Repair } from "./repair.ts";

const NO_RESULT = "No result was recorded for this call. Whether it had an effect is unknown.";

/**
 * Gives every call of an assistant message its result in the tool messages right after it, in call order: one that is there,
 * one from further on before the next assistant message, or a stand-in. Results without a call are removed. Calls that
 * the provider ran itself carry their results elsewhere and are left alone.
 */
export function repairPairs(placed: readonly PlacedMessage[], repairs: Repair[]): PlacedMessage[] {
  const paired: PlacedMessage[] = [];
  let index = 0;
  while (index < placed.length) {
    const step = placed[index];
    if (!step) break;
    const opens = step.message.role === "assistant";
    const from = opens ? index + 1 : index;
    let end = from;
    while (end < placed.length && placed[end]?.message.role !== "assistant") end++;
    if (opens) paired.push(step);
    paired.push(...pairStep(opens ? listCalls(step.message) : [], step.at, placed.slice(from, end), repairs));
    index = end;
  }
  return paired;
}

/** `after`: everything from a step to the next assistant message. */
function pairStep(
  calls: readonly ToolCallPart[],
  stepAt: number,
  after: readonly PlacedMessage[],
  repairs: Repair[],
): PlacedMessage[] {
  if (isPaired(calls, after)) return [...after];
  const found = findResults(calls, after, repairs);
  const content: ToolModelMessage["content"] = calls.map((call) => {
    const result = found.get(call.toolCallId);
    if (!result) repairs.push({ kind: "result-added", message: stepAt, toolCallId: call.toolCallId });
    return result ?? standIn(call);
  });
  const tools = after.flatMap(({ message }) => (message.role === "tool" ? message.content : []));
  content.push(...tools.filter((part) => part.type !== "tool-result"));
  const others = after.filter(({ message }) => message.role !== "tool");
  if (content.length === 0) return others;
  return [{ message: { role: "tool", content }, at: stepAt }, ...others];
}

/** The first result of each call. Results of other calls, and second ones, are noted as removed; those out of place as moved. */
function findResults(
  calls: readonly ToolCallPart[],
  after: readonly PlacedMessage[],
  repairs: Repair[],
): ReadonlyMap<string, ToolResultPart> {
  const order = new Map(calls.map(({ toolCallId }, index) => [toolCallId, index]));
  const found = new Map<string, ToolResultPart>();
  const immediate = countImmediate(after);
  let newest = -1;
  for (const [index, { message, at }] of after.entries()) {
    for (const part of listResults(message)) {
      const { toolCallId } = part;
      const place = order.get(toolCallId);
      if (place === undefined || found.has(toolCallId)) {
        repairs.push({ kind: "result-removed", message: at, toolCallId });
        continue;
      }
      found.set(toolCallId, part);
      if (index >= immediate || place < newest) repairs.push({ kind: "result-moved", message: at, toolCallId });
      newest = Math.max(newest, place);
    }
  }
  return found;
}

function isPaired(calls: readonly ToolCallPart[], after: readonly PlacedMessage[]): boolean {
  const immediate = countImmediate(after);
  const isLate = after.slice(immediate).some(({ message }) => message.role === "tool");
  const results = after.flatMap(({ message }) => listResults(message));
  return (
    !isLate &&
    results.length === calls.length &&
    results.every((result, index) => result.toolCallId === calls[index]?.toolCallId)
  );
}

/** How many of the messages after a step are the tool messages directly after it. */
function countImmediate(after: readonly PlacedMessage[]): number {
  const end = after.findIndex(({ message }) => message.role !== "tool");
  return end === -1 ? after.length : end;
}

function listCalls(message: ModelMessage): ToolCallPart[] {
  if (message.role !== "assistant" || typeof message.content === "string") return [];
  const answered = new Set(message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : [])));
  const calls = message.content.filter((part) => part.type === "tool-call");
  return calls.filter((call) => !call.providerExecuted && !answered.has(call.toolCallId));
}

function listResults(message: ModelMessage): ToolResultPart[] {
  if (message.role !== "tool") return [];
  return message.content.filter((part) => part.type === "tool-result");
}

function standIn({ toolCallId, toolName }: ToolCallPart): ToolResultPart {
  return { type: "tool-result", toolCallId, toolName, output: { type: "error-text", value: NO_RESULT } };
}
