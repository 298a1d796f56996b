import { z } from "zod";
import { defineTool, failed, succeeded } from "./define-tool.ts";

const LIMIT = 1_000;

export const findFiles = defineTool({
  name: "find_files",
  description: "Find files by a glob pattern such as **/*.md, in order of their names. One path per line.",
  input: z.object({ pattern: z.string().min(1), path: z.string().min(1).default("/workspace") }),
  resume: "repeat",
  async run({ pattern, path }, { workspace, signal }) {
    const found = await workspace.find(pattern, { path, limit: LIMIT, signal });
    if (!found.ok) return failed(found.reason);
    const { entries, more } = found.value;
    if (entries.length === 0) return succeeded("(no file matches)");
    const lines = entries.map((entry) => entry.path);
    if (more) lines.push(`(the first ${entries.length}; a narrower pattern finds the rest)`);
    return succeeded(lines.join("\n"));
  },
});
