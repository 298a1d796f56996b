import type { ModelMessage, ToolModelMessage, ToolResultPart } from "ai";
import type { PlacedMessage, Repair } from "./repair.ts";

const NO_OUTPUT = "(no output)";

type Output = ToolResultPart["output"];

/** Removes empty texts, fills empty outputs, removes reasoning that nothing follows. An empty list: the message had no more. */
export function repairContent(placed: PlacedMessage, repairs: Repair[]): PlacedMessage[] {
  const { message, at } = placed;
  const repaired = message.role === "tool" ? fillOutputs(message, at, repairs) : removeEmpty(message, at, repairs);
  const isEmpty = typeof repaired.content === "string" ? isBlank(repaired.content) : repaired.content.length === 0;
  if (!isEmpty) return [repaired === message ? placed : { message: repaired, at }];
  repairs.push({ kind: "message-removed", message: at });
  return [];
}

function removeEmpty(
  message: Exclude<ModelMessage, ToolModelMessage>,
  at: number,
  repairs: Repair[],
): Exclude<ModelMessage, ToolModelMessage> {
  if (message.role === "system" || typeof message.content === "string") return message;
  if (message.role === "user") {
    const content = removeEmptyTexts(message.content, at, repairs);
    return content === message.content ? message : { ...message, content };
  }
  const content = removeTrailingReasoning(removeEmptyTexts(message.content, at, repairs), at, repairs);
  return content === message.content ? message : { ...message, content };
}

function removeEmptyTexts<Part extends { type: string }>(content: Part[], at: number, repairs: Repair[]): Part[] {
  const filled = content.filter((part) => !isEmptyText(part));
  if (filled.length === content.length) return content;
  repairs.push({ kind: "text-removed", message: at });
  return filled;
}

function isEmptyText(part: { type: string; text?: unknown }): boolean {
  return part.type === "text" && typeof part.text === "string" && isBlank(part.text);
}

/** Reasoning belongs to the text or the call after it; alone (an answer cut while thinking) it is refused. */
function removeTrailingReasoning<Part extends { type: string }>(
  content: Part[],
  at: number,
  repairs: Repair[],
): Part[] {
  const length = content.findLastIndex((part) => part.type !== "reasoning") + 1;
  if (length === content.length) return content;
  repairs.push({ kind: "reasoning-removed", message: at });
  return content.slice(0, length);
}

function fillOutputs(message: ToolModelMessage, at: number, repairs: Repair[]): ToolModelMessage {
  let changed = false;
  const content = message.content.map((part) => {
    if (part.type !== "tool-result") return part;
    const output = fillOutput(part.output);
    if (output === part.output) return part;
    changed = true;
    repairs.push({ kind: "output-filled", message: at, toolCallId: part.toolCallId });
    return { ...part, output };
  });
  return changed ? { ...message, content } : message;
}

function fillOutput(output: Output): Output {
  switch (output.type) {
    case "text":
    case "error-text":
      return isBlank(output.value) ? { ...output, value: NO_OUTPUT } : output;
    case "json":
    case "error-json":
      return output.value === undefined ? { type: "text", value: NO_OUTPUT } : output;
    case "content": {
      const value = output.value.filter((item) => item.type !== "text" || !isBlank(item.text));
      if (value.length === 0) return { type: "text", value: NO_OUTPUT };
      return value.length === output.value.length ? output : { ...output, value };
    }
    default:
      return output;
  }
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
