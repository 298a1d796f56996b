import type { AgentTool, FrozenAgent } from "#lib/agent/types.ts";

/** Instructions and tool list as every request of a run will send them. */
export function freezeAgent(instructions: string, tools: readonly AgentTool[]): FrozenAgent {
  return {
    instructions,
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  };
}
