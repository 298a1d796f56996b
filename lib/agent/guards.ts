import type { ResultEntry, StepEntry } from "./types.ts";

/** Watches for a model that does the same thing again and again and gets the same answer. */
export interface RepetitionGuard {
  /** Takes the results of a step, in order of the calls; true when the same call had the same result `limit` times in a row. */
  sees(step: StepEntry, results: ResultEntry[]): boolean;
}

export function createRepetitionGuard(limit: number): RepetitionGuard {
  let last = "";
  let times = 0;
  return {
    sees(step, results) {
      for (const result of results.toSorted((a, b) => a.callIndex - b.callIndex)) {
        const call = step.content.find(
          (part) => part.type === "tool-call" && part.toolCallId === result.part.toolCallId,
        );
        const input = call?.type === "tool-call" ? call.input : undefined;
        // A large result names its own path, which is another one each time.
        const output = JSON.stringify(result.part.output).replaceAll(`/tool_results/${result.part.toolCallId}`, "");
        const signature = JSON.stringify([result.part.toolName, input, output]);
        times = signature === last ? times + 1 : 1;
        last = signature;
        if (times >= limit) return true;
      }
      return false;
    },
  };
}
