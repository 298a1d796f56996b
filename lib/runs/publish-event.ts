import type { AgentEvent } from "#lib/agent/types.ts";
import { type DataChunk, data, type LiveHub } from "./live-hub.ts";

/** The loop's events in the form in which viewers get them. */
export function publishEvent(hub: LiveHub, conversationId: string, event: AgentEvent): void {
  if (event.type === "step-start") hub.startStep(conversationId, event.stepId, event.attempt);
  else if (event.type === "chunk") hub.chunk(conversationId, event.stepId, event.chunk);
  else hub.tell(conversationId, toData(event));
}

function toData(event: Exclude<AgentEvent, { type: "step-start" | "chunk" }>): DataChunk {
  const { type, ...value } = event;
  switch (type) {
    case "wait":
    case "projection":
    case "plan":
      return data(`data-${type}`, value);
    case "tool-start":
      return data("data-tool", { ...value, state: "running" });
  }
}
