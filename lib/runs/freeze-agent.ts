import type { AgentTool, FrozenAgent } from "#lib/agent/types.ts";
import type { EstimateRule } from "#lib/context/index.ts";

/** Instructions and tool list as every request of a run will send them, and the rule by which it counts. */
export function freezeAgent(instructions: string, tools: readonly AgentTool[], rule: EstimateRule): FrozenAgent {
  return {
    rule,
    instructions,
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  };
}
