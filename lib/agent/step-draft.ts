import type { TextStreamPart, ToolSet, UIMessageChunk } from "ai";
import type { StepEntry } from "./types.ts";

type StreamPart = TextStreamPart<ToolSet>;
type ContentPart = StepEntry["content"][number];
type TextLike = Extract<ContentPart, { type: "text" | "reasoning" }>;
type CallPart = Extract<ContentPart, { type: "tool-call" }>;

/** A step as it arrives. Parts keep the order in which the model began them. */
export interface StepDraft {
  /** Takes a part of the stream and answers what viewers see of it. */
  add(part: StreamPart): UIMessageChunk | undefined;
  /** The parts so far. `cut`: calls whose arguments never ended are left out, else they count as broken. */
  finish(cut: boolean): StepContent;
  /** Whether anything has arrived that a person could read or a tool could run. */
  isEmpty(): boolean;
}

export interface StepContent {
  content: StepEntry["content"];
  /** Raw arguments of calls that are not a JSON object, by call id. */
  brokenInputs?: Record<string, string>;
  providerCallIds?: Record<string, string>;
}

interface DraftCall {
  part: CallPart;
  raw: string;
  ended: boolean;
}

/** What other providers and the log accept as a call id. */
const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Builds the step from the stream's own parts. The SDK's ready-made response is not used: it answers invalid and cut-off calls
 * itself and forgets what the model wrote.
 *
 * @param isKnownCallId whether the conversation has this call id already; such a call gets a new one before anything sees it
 */
export function createStepDraft(isKnownCallId: (id: string) => boolean, newId: () => string): StepDraft {
  const parts: ContentPart[] = [];
  const texts = new Map<string, TextLike>();
  const calls: DraftCall[] = [];
  /** The newest call with each of the provider's ids, which need not be unique. */
  const newest = new Map<string, DraftCall>();
  const providerCallIds: Record<string, string> = {};
  const used = new Set<string>();

  function openText(key: string, part: TextLike) {
    texts.set(key, part);
    parts.push(part);
    return part;
  }

  function openCall(providerId: string, toolName: string): DraftCall {
    const known = newest.get(providerId);
    if (known && !known.ended) return known;
    const usable = CALL_ID.test(providerId) && !isKnownCallId(providerId) && !used.has(providerId);
    const id = usable ? providerId : newId();
    if (!usable) providerCallIds[id] = providerId;
    used.add(id);
    const call: DraftCall = { part: { type: "tool-call", toolCallId: id, toolName, input: {} }, raw: "", ended: false };
    calls.push(call);
    newest.set(providerId, call);
    parts.push(call.part);
    return call;
  }

  function endCall(part: Extract<StreamPart, { type: "tool-call" }>): UIMessageChunk {
    const open = newest.get(part.toolCallId);
    const call = open && !open.ended ? open : openCall(part.toolCallId, part.toolName);
    call.ended = true;
    call.part.toolName = part.toolName;
    if (part.providerMetadata) call.part.providerOptions = part.providerMetadata;
    if (isPlainObject(part.input)) {
      call.part.input = part.input;
      call.raw = "";
    } else {
      call.raw = typeof part.input === "string" ? part.input : JSON.stringify(part.input);
    }
    const { toolCallId, toolName, input } = call.part;
    return { type: "tool-input-available", toolCallId, toolName, input };
  }

  function addText(part: StreamPart): UIMessageChunk | undefined {
    switch (part.type) {
      case "text-start":
        openText(`t${part.id}`, { type: "text", text: "" });
        return { type: "text-start", id: part.id };
      case "text-delta":
        (texts.get(`t${part.id}`) ?? openText(`t${part.id}`, { type: "text", text: "" })).text += part.text;
        return { type: "text-delta", id: part.id, delta: part.text };
      case "text-end":
        keepMetadata(texts.get(`t${part.id}`), part.providerMetadata);
        return { type: "text-end", id: part.id };
      case "reasoning-start":
        keepMetadata(openText(`r${part.id}`, { type: "reasoning", text: "" }), part.providerMetadata);
        return { type: "reasoning-start", id: part.id };
      case "reasoning-delta":
        (texts.get(`r${part.id}`) ?? openText(`r${part.id}`, { type: "reasoning", text: "" })).text += part.text;
        return { type: "reasoning-delta", id: part.id, delta: part.text };
      case "reasoning-end":
        keepMetadata(texts.get(`r${part.id}`), part.providerMetadata);
        return { type: "reasoning-end", id: part.id };
      default:
        return undefined;
    }
  }

  return {
    add(part) {
      if (part.type === "tool-input-start") {
        const { toolCallId, toolName } = openCall(part.id, part.toolName).part;
        return { type: "tool-input-start", toolCallId, toolName };
      }
      if (part.type === "tool-input-delta") {
        const call = newest.get(part.id);
        if (!call || call.ended) return undefined;
        call.raw += part.delta;
        return { type: "tool-input-delta", toolCallId: call.part.toolCallId, inputTextDelta: part.delta };
      }
      if (part.type === "tool-call") return endCall(part);
      return addText(part);
    },
    finish(cut) {
      const brokenInputs: Record<string, string> = {};
      const left = new Set<ContentPart>();
      for (const call of calls) {
        if (!call.ended && cut) left.add(call.part);
        else if (!call.ended || call.raw !== "") brokenInputs[call.part.toolCallId] = call.raw;
      }
      return {
        content: parts.filter((part) => !left.has(part) && !isEmptyText(part)),
        ...(Object.keys(brokenInputs).length > 0 && { brokenInputs }),
        ...(Object.keys(providerCallIds).length > 0 && { providerCallIds }),
      };
    },
    isEmpty: () => parts.every(isEmptyText),
  };
}

function keepMetadata(part: TextLike | undefined, metadata: TextLike["providerOptions"]) {
  if (part && metadata) part.providerOptions = metadata;
}

/** Empty blocks are refused by strict providers. Reasoning may be empty to the eye and still carry its encrypted form. */
function isEmptyText(part: ContentPart): boolean {
  if (part.type === "text") return part.text.trim() === "";
  return part.type === "reasoning" && part.text === "" && !part.providerOptions;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
