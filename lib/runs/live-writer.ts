import type { AgentEvent } from "#lib/agent/types.ts";
import type { LogPart, Store } from "#lib/store/index.ts";

const INTERVAL_MS = 500;

/** Keeps what has been streamed of the current step, so that a crash loses at most half a second of it. */
export interface LiveWriter {
  take(event: AgentEvent): void;
  /** Nothing is written after this. */
  close(): void;
}

export function createLiveWriter(input: { store: Store; conversationId: string; runId: string }): LiveWriter {
  const { store, conversationId, runId } = input;
  let step:
    | { stepId: string; attempt: number; parts: Map<string, LogPart>; changed: boolean; over: boolean }
    | undefined;
  let writing = false;

  const timer = setInterval(() => {
    if (!step?.changed || step.over || writing) return;
    step.changed = false;
    writing = true;
    const { stepId, attempt } = step;
    store.live
      .put({ conversationId, runId, stepId, attempt, content: [...step.parts.values()] })
      // The step's own row decides; a part that could not be kept meanwhile is only a smaller safety.
      .catch(() => undefined)
      .finally(() => {
        writing = false;
      });
  }, INTERVAL_MS);
  timer.unref();

  return {
    take(event) {
      if (event.type === "step-start") {
        step = { stepId: event.stepId, attempt: event.attempt, parts: new Map(), changed: false, over: false };
      } else if (event.type === "chunk" && step?.stepId === event.stepId) {
        const { chunk } = event;
        if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") {
          const type = chunk.type === "text-delta" ? "text" : "reasoning";
          const part = step.parts.get(type + chunk.id) ?? { type, text: "" };
          if ("text" in part) part.text += chunk.delta;
          step.parts.set(type + chunk.id, part);
          step.changed = true;
        } else if (chunk.type === "finish" || chunk.type.startsWith("tool-output")) step.over = true;
      }
    },
    close: () => clearInterval(timer),
  };
}
