import type { JSONValue } from "ai";
import { z } from "zod";
import type { AgentTool, ToolContext, ToolOutput } from "../types.ts";

interface ToolDefinition<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  resume: AgentTool["resume"];
  run(input: z.infer<Input>, context: ToolContext): Promise<ToolOutput>;
}

/** Closes over the input's type: the loop validates with `input` before it calls `run`. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): AgentTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(definition.input, { io: "input" });
  return {
    name: definition.name,
    description: definition.description,
    input: definition.input,
    inputSchema: inputSchema as JSONValue,
    resume: definition.resume,
    run: (input, context) => definition.run(input as z.infer<Input>, context),
  };
}

export const succeeded = (text: string): ToolOutput => ({ ok: true, text });
export const failed = (text: string): ToolOutput => ({ ok: false, text });
