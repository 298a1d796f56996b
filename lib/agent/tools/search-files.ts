import { z } from "zod";
import { defineTool, failed, succeeded } from "./define-tool.ts";

const LIMIT = 200;

export const searchFiles = defineTool({
  name: "search_files",
  description: "Search the text of files with a regular expression. Each line is path:line: text.",
  input: z.object({
    pattern: z.string().min(1),
    path: z.string().min(1).default("/workspace"),
    glob: z.string().min(1).optional().describe("Only files that match, such as *.ts"),
    literal: z.boolean().default(false).describe("Take the pattern as plain text"),
    ignore_case: z.boolean().default(false),
  }),
  resume: "repeat",
  async run({ pattern, path, glob, literal, ignore_case }, { workspace, signal }) {
    const options = { path, literal, ignoreCase: ignore_case, limit: LIMIT, signal, ...(glob && { glob }) };
    const found = await workspace.search(pattern, options);
    if (!found.ok) return failed(found.reason);
    const { matches, filesSearched, more } = found.value;
    if (matches.length === 0) return succeeded(`(no match in ${filesSearched} files)`);
    const lines = matches.map((match) => `${match.path}:${match.line}: ${match.text}`);
    if (more) lines.push(`(the first ${matches.length} matches; a narrower search shows the rest)`);
    return succeeded(lines.join("\n"));
  },
});
