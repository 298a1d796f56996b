import { z } from "zod";
import { defineTool } from "./define-tool.ts";

export const runSubagent = defineTool({
  name: "run_subagent",
  description:
    "Hand a self-contained task to a helper that works alone in its own context, with the same files and tools, and answers with its last text. It sees nothing of this conversation: say everything that it needs. Several calls in one step work side by side.",
  input: z.object({
    title: z.string().min(1).max(120).describe("A few words, shown to the person"),
    task: z.string().min(1).describe("The whole instruction"),
  }),
  resume: "continue",
  run: ({ title, task }, context) => context.runSubagent({ title, task }),
});
