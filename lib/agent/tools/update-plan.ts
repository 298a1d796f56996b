import { z } from "zod";
import { defineTool, succeeded } from "./define-tool.ts";

export const updatePlan = defineTool({
  name: "update_plan",
  description:
    "Show the person your plan for a task of several parts, and where you are in it. Give the whole list each time; at most one step is in_progress.",
  input: z.object({
    steps: z
      .array(z.object({ title: z.string().min(1).max(200), status: z.enum(["pending", "in_progress", "done"]) }))
      .min(1)
      .max(100),
  }),
  resume: "repeat",
  async run({ steps }, { emit }) {
    emit({ type: "plan", steps });
    const done = steps.filter((step) => step.status === "done").length;
    return succeeded(`The plan is shown: ${done} of ${steps.length} done.`);
  },
});
