import type { UIMessageChunk } from "ai";
import type { LivePart, LiveStep } from "./live-state.ts";

/** Folds one chunk into its step; answers the same object where the chunk shows nothing. Pure. */
export function reduceStep(step: LiveStep, chunk: UIMessageChunk): LiveStep {
  switch (chunk.type) {
    case "start":
      return { id: step.id, parts: [] };
    case "reset-step":
      return { id: step.id, parts: [] };
    case "text-start":
    case "reasoning-start":
      return addPart(step, {
        type: chunk.type === "text-start" ? "text" : "reasoning",
        id: chunk.id,
        text: "",
        open: true,
      });
    case "text-delta":
      return addText(step, "text", chunk.id, chunk.delta);
    case "reasoning-delta":
      return addText(step, "reasoning", chunk.id, chunk.delta);
    case "text-end":
      return closeText(step, "text", chunk.id);
    case "reasoning-end":
      return closeText(step, "reasoning", chunk.id);
    case "tool-input-start":
      return putCall(step, { type: "tool", toolCallId: chunk.toolCallId, toolName: chunk.toolName });
    case "tool-input-available":
    case "tool-input-error":
      return putCall(step, {
        type: "tool",
        toolCallId: chunk.toolCallId,
        toolName: chunk.toolName,
        input: chunk.input,
      });
    default:
      return step;
  }
}

type TextType = "text" | "reasoning";

const isOpenText = (type: TextType, id: string) => (part: LivePart) =>
  part.type !== "tool" && part.type === type && part.id === id && part.open;

function addPart(step: LiveStep, part: LivePart): LiveStep {
  return { ...step, parts: [...step.parts, part] };
}

/** A delta without its start opens a part: text that arrives is never dropped. */
function addText(step: LiveStep, type: TextType, id: string, delta: string): LiveStep {
  const index = step.parts.findLastIndex(isOpenText(type, id));
  if (index < 0) return addPart(step, { type, id, text: delta, open: true });
  return changeText(step, index, (part) => ({ ...part, text: part.text + delta }));
}

function closeText(step: LiveStep, type: TextType, id: string): LiveStep {
  const index = step.parts.findLastIndex(isOpenText(type, id));
  return index < 0 ? step : changeText(step, index, (part) => ({ ...part, open: false }));
}

type TextPart = Extract<LivePart, { type: TextType }>;

function changeText(step: LiveStep, index: number, change: (part: TextPart) => TextPart): LiveStep {
  const parts = step.parts.map((part, at) => (at === index && part.type !== "tool" ? change(part) : part));
  return { ...step, parts };
}

function putCall(step: LiveStep, call: Extract<LivePart, { type: "tool" }>): LiveStep {
  const known = step.parts.some((part) => part.type === "tool" && part.toolCallId === call.toolCallId);
  if (!known) return addPart(step, call);
  const parts = step.parts.map((part) => (part.type === "tool" && part.toolCallId === call.toolCallId ? call : part));
  return { ...step, parts };
}
